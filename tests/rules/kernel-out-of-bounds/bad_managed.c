#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("fill");
    unsigned n = 16, v = 3;
    CUdeviceptr p;
    cuMemAllocManaged(&p, 60, CU_MEM_ATTACH_GLOBAL); // site: created
    LAUNCH(f, 1, 16, 0, &p, &n, &v); // expect-soft: kernel-out-of-bounds arg=p object=managed-memory
    cuCtxSynchronize();
    return 0;
}
