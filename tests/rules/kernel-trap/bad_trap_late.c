#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("stop");
    unsigned at = 77;
    LAUNCH(f, 3, 96, 0, &at); // expect-soft: kernel-trap says=thread_(77,0,0),_executed_a_trap
    cuCtxSynchronize();
    return 0;
}
