// unseen on a GPU: half a warp at a barrier makes it wait for ever
#include "race_kernels.h"

int main(void)
{
    CUfunction f = race_kernel("half_warp");
    LAUNCH(f, 1, 32, 0); // expect-soft: barrier-divergence severity=warning says=which_was_at_another_one
    cuCtxSynchronize();
    return 0;
}
