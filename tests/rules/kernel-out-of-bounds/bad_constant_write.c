#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("write_const");
    LAUNCH(f, 1, 1, 0); // expect-soft: kernel-out-of-bounds
    cuCtxSynchronize();
    return 0;
}
