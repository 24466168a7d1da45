// unseen on a GPU: a barrier that the rest never comes to makes it wait for ever
#include "race_kernels.h"

int main(void)
{
    CUfunction f = race_kernel("count_short");
    LAUNCH(f, 1, 64, 0); // expect-soft: barrier-divergence severity=error says=that_other_threads_of_its_block_do_not_reach
    cuCtxSynchronize();
    return 0;
}
