#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("copy");
    unsigned n = 31;
    int shift = 0;
    CUdeviceptr a = test_memory(128, -1), b = test_memory(128, -1);
    cuMemsetD8(a, 0, 124);
    LAUNCH(f, 1, 32, 0, &b, &a, &n, &shift);
    LAUNCH(f, 1, 32, 0, &a, &b, &n, &shift);
    cuCtxSynchronize();
    return 0;
}
