#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("dynamic_shared");
    unsigned step = 4;
    LAUNCH(f, 2, 64, 1024, &step);
    cuCtxSynchronize();
    return 0;
}
