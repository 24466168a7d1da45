#include "race_kernels.h"

int main(void)
{
    CUfunction f = race_kernel("never");
    LAUNCH(f, 1, 64, 0); // expect-soft: barrier-divergence severity=error
    cuCtxSynchronize();
    return 0;
}
