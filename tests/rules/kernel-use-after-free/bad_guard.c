// options: --device-guard=1/1
/* Freed addresses stay unmapped, even when as much memory is allocated again. */
#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("fill");
    unsigned n = 10, v = 7;
    CUdeviceptr p = 0, other = 0;
    cuMemAlloc(&p, 40); // site: created
    cuMemFree(p); // site: destroyed
    cuMemAlloc(&other, 40);
    LAUNCH(f, 1, 32, 0, &p, &n, &v); // expect-soft: kernel-use-after-free object=device-memory
    cuCtxSynchronize();
    return 0;
}
