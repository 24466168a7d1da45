#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("stop");
    unsigned at = 0;
    LAUNCH(f, 1, 32, 0, &at); // expect-soft: kernel-trap api=cuLaunchKernel says=executed_a_trap
    cuCtxSynchronize();
    return 0;
}
