#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("shared");
    unsigned step = 2;
    LAUNCH(f, 1, 32, 0, &step); // expect-soft: kernel-shared-out-of-bounds says=directly_after_the_end_of_variable_s_of_128_bytes
    cuCtxSynchronize();
    return 0;
}
