#include "test_kernels.h"

/* The middle of a block that went back to its pool. */
int main(void)
{
    CUfunction f = test_kernel("fill");
    CUdeviceptr p = 0, inside;
    unsigned n = 0, v = 1;
    cuMemAllocAsync(&p, 4096, NULL);
    inside = p + 1024;
    cuMemFreeAsync(p, NULL);        // site: destroyed
    LAUNCH(f, 1, 1, 0, &inside, &n, &v);        // expect: launch-freed-pointer arg=p state=freed severity=warning
    return cuCtxSynchronize();
}
