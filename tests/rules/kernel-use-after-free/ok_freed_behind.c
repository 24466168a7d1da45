#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("fill");
    unsigned n = 4, v = 3;
    CUdeviceptr p;
    cuMemAllocAsync(&p, 64, NULL);
    LAUNCH(f, 1, 4, 0, &p, &n, &v);
    cuMemFreeAsync(p, NULL);
    cuCtxSynchronize();
    return 0;
}
