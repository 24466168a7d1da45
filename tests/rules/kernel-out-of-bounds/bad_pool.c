#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("fill");
    unsigned n = 300, v = 3;
    CUdeviceptr p, q;
    cuMemAllocAsync(&p, 1024, NULL); // site: created
    cuMemAllocAsync(&q, 1024, NULL);
    LAUNCH(f, 3, 128, 0, &p, &n, &v); // expect-soft: kernel-out-of-bounds arg=p object=device-memory
    cuCtxSynchronize();
    return 0;
}
