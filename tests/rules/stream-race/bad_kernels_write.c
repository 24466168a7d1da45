#include "kernel_streams.h"

int main(void)
{
    two_streams();
    CUfunction fill = plain_kernel("fill");
    CUdeviceptr x = test_memory(4096, 0), inside = x + 1024;
    cuCtxSynchronize();
    ON(a, fill, &inside, &n, &v);       // site: related
    ON(b, fill, &inside, &n, &v);       // expect: stream-race arg=p
    return cuCtxSynchronize();
}
