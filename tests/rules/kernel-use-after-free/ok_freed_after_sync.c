#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("fill");
    unsigned n = 4, v = 3;
    CUdeviceptr p = test_memory(64, 0);
    LAUNCH(f, 1, 4, 0, &p, &n, &v);
    cuCtxSynchronize();
    cuMemFree(p);
    cuCtxSynchronize();
    return 0;
}
