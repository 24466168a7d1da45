#include "kernel_streams.h"

int main(void)
{
    two_streams();
    CUfunction fill = plain_kernel("fill"), sum = more_kernel("sum");
    CUdeviceptr x = test_memory(64, 0), total = test_memory(4, 0);
    cuCtxSynchronize();
    ON(a, fill, &x, &n, &v);            // site: related
    ON(b, sum, &total, &x, &n);         // expect: stream-race api=cuLaunchKernel arg=from object=device-memory
    return cuCtxSynchronize();
}
