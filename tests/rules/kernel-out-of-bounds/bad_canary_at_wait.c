// unseen on a GPU: it is found at the launch, before the canary is looked at
// options: --canary
/* Two launches before the wait that finds it out: either may be guilty. */
#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("fill");
    unsigned n = 10, more = 12, v = 7;
    CUdeviceptr p = 0;
    cuMemAlloc(&p, 40); // site: created
    LAUNCH(f, 1, 32, 0, &p, &n, &v);
    LAUNCH(f, 1, 32, 0, &p, &more, &v); // site: related
    cuCtxSynchronize(); // expect: kernel-out-of-bounds object=device-memory api=cuCtxSynchronize
    LAUNCH(f, 1, 32, 0, &p, &n, &v);
    cuCtxSynchronize();
    return cuMemFree(p);
}
