#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("copy");
    unsigned n = 0;
    int shift = 0;
    CUdeviceptr p = test_memory(64, 0);
    cuMemFree(p);
    LAUNCH(f, 1, 32, 0, &p, &p, &n, &shift);
    cuCtxSynchronize();
    return 0;
}
