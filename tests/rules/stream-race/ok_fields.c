#include "kernel_streams.h"

int main(void)
{
    two_streams();
    CUfunction first = more_kernel("set_first"), third = more_kernel("set_third");
    CUdeviceptr x = test_memory(16, 0);
    cuCtxSynchronize();
    ON(a, first, &x);
    ON(b, third, &x);
    return cuCtxSynchronize();
}
