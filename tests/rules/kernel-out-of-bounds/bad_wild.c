#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("fill");
    unsigned n = 1, v = 3;
    CUdeviceptr p = 0x123456789000ull;
    LAUNCH(f, 1, 1, 0, &p, &n, &v); // expect-soft: kernel-out-of-bounds arg=p says=outside_every_allocation
    cuCtxSynchronize();
    return 0;
}
