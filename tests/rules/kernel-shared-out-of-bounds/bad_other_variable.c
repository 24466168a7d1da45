#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("shared");
    unsigned step = 2;
    LAUNCH(f, 1, 32, 0, &step); // expect-soft: kernel-shared-out-of-bounds
    cuCtxSynchronize();
    return 0;
}
