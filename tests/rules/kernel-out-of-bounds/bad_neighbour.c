#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("fill");
    unsigned n = 256, v = 3;
    CUdeviceptr p, q;
    cuMemAlloc(&p, 512); // site: created
    cuMemAlloc(&q, 512);
    LAUNCH(f, 4, 64, 0, &p, &n, &v); // expect-soft: kernel-out-of-bounds arg=p object=device-memory state=live
    cuCtxSynchronize();
    return 0;
}
