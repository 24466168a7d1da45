#include "kernel_streams.h"

int main(void)
{
    two_streams();
    CUfunction sum = more_kernel("sum");
    CUdeviceptr x = test_memory(64, 0), total = test_memory(4, 0);
    cuCtxSynchronize();
    ON(a, sum, &total, &x, &n);         // site: related
    cuMemsetD8Async(x, 1, 64, b);       // expect: stream-race api=cuMemsetD8Async arg=dstDevice
    return cuCtxSynchronize();
}
