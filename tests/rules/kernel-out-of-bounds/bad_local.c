#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("local");
    size_t n = 1000;
    LAUNCH(f, 1, 1, 0, &n); // expect-soft: kernel-out-of-bounds says=outside_its_local_memory
    cuCtxSynchronize();
    return 0;
}
