#include "race_kernels.h"

int main(void)
{
    CUfunction f = race_kernel("count_short");
    LAUNCH(f, 1, 96, 0);
    cuCtxSynchronize();
    return 0;
}
