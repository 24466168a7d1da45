#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("fill");
    unsigned n = 4, v = 3;
    CUdeviceptr p;
    cuMemAllocAsync(&p, 64, NULL); // site: created
    cuMemFreeAsync(p, NULL); // site: destroyed
    cuCtxSynchronize();
    LAUNCH(f, 1, 4, 0, &p, &n, &v); // expect-soft: kernel-use-after-free arg=p state=freed
    cuCtxSynchronize();
    return 0;
}
