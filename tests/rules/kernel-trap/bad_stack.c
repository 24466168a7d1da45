#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("recurse");
    unsigned n = 100000;
    LAUNCH(f, 1, 1, 0, &n); // expect-soft: kernel-trap
    cuCtxSynchronize();
    return 0;
}
