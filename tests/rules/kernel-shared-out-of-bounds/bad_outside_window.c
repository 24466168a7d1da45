#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("shared");
    unsigned step = 100;
    LAUNCH(f, 1, 32, 0, &step); // expect-soft: kernel-shared-out-of-bounds says=272_bytes_past_the_end_of_variable_s
    cuCtxSynchronize();
    return 0;
}
