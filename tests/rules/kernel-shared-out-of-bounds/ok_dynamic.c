#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("dynamic_shared");
    unsigned step = 1;
    LAUNCH(f, 1, 64, 256, &step);
    cuCtxSynchronize();
    return 0;
}
