#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("recurse");
    unsigned n = 100000;
    LAUNCH(f, 1, 1, 0, &n); // expect-soft: kernel-trap says=exceeds_the_stack_of_1024_bytes
    cuCtxSynchronize();
    return 0;
}
