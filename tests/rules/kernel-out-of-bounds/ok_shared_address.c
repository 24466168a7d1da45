#include "race_kernels.h"

int main(void)
{
    CUfunction f = race_kernel("by_address");
    unsigned plain = 1;
    LAUNCH(f, 1, 1, 0, &plain);
    cuCtxSynchronize();
    return 0;
}
