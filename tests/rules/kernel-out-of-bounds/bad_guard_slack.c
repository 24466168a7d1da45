// options: --device-guard
/* One element behind a block whose size is no multiple of the alignment: not yet unmapped, but a canary. */
#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("fill");
    unsigned n = 11, v = 7;
    CUdeviceptr p = 0;
    cuMemAlloc(&p, 40); // site: created
    LAUNCH(f, 1, 32, 0, &p, &n, &v); // expect: kernel-out-of-bounds object=device-memory
    return cuMemFree(p);
}
