// unseen on a GPU: constants are in memory of the driver
#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("write_const");
    LAUNCH(f, 1, 1, 0); // expect-soft: kernel-out-of-bounds object=symbol says=variable_fixed
    cuCtxSynchronize();
    return 0;
}
