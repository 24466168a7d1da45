#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("fill");
    unsigned n = 17, v = 3;
    CUdeviceptr p;
    cuMemAlloc(&p, 64); // site: created
    LAUNCH(f, 1, 64, 0, &p, &n, &v); // expect-soft: kernel-out-of-bounds arg=p object=device-memory state=live api=cuLaunchKernel
    cuCtxSynchronize();
    return 0;
}
