#include "race_kernels.h"

int main(void)
{
    CUfunction f = race_kernel("meet");
    LAUNCH(f, 1, 64, 0); // expect-soft: barrier-divergence severity=warning says=which_was_at_another_one
    cuCtxSynchronize();
    return 0;
}
