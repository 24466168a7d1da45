#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("leave");
    size_t p = 12345;
    LAUNCH(f, 1, 1, 0, &p); // expect-soft: kernel-trap says=which_is_not_a_function
    cuCtxSynchronize();
    return 0;
}
