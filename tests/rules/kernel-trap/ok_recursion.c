#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("recurse");
    unsigned n = 5;
    LAUNCH(f, 1, 32, 0, &n);
    cuCtxSynchronize();
    return 0;
}
