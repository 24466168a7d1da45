// options: --no-rules kernel-shared-race
#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("shared");
    unsigned step = 0;
    LAUNCH(f, 1, 64, 0, &step);
    cuCtxSynchronize();
    return 0;
}
