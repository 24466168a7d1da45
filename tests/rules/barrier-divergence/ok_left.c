#include "race_kernels.h"

int main(void)
{
    CUfunction f = race_kernel("leave_early");
    LAUNCH(f, 1, 64, 0);
    cuCtxSynchronize();
    return 0;
}
