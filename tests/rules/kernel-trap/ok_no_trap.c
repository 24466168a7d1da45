#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("stop");
    unsigned at = 32;
    LAUNCH(f, 1, 32, 0, &at);
    cuCtxSynchronize();
    return 0;
}
