#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("fill");
    unsigned n = 4, v = 3;
    CUdeviceptr p;
    cuMemAlloc(&p, 64 << 20); // site: created
    cuMemFree(p); // site: destroyed
    LAUNCH(f, 1, 4, 0, &p, &n, &v); // expect-soft: kernel-use-after-free arg=p state=freed
    cuCtxSynchronize();
    return 0;
}
