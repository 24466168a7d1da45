// options: --canary
/* 11 of 10 elements: within what the driver allocates, so that no device faults.  Found when the block is freed. */
#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("fill");
    unsigned n = 11, v = 7;
    CUdeviceptr p = 0;
    cuMemAlloc(&p, 40); // site: created
    LAUNCH(f, 1, 32, 0, &p, &n, &v); // expect: kernel-out-of-bounds object=device-memory api=cuLaunchKernel
    return cuMemFree(p);
}
