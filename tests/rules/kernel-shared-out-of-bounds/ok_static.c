#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("shared");
    unsigned step = 1;
    LAUNCH(f, 1, 32, 0, &step);
    cuCtxSynchronize();
    return 0;
}
