#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("wide");
    CUdeviceptr p = test_memory(512, 0);
    size_t at = 4;
    LAUNCH(f, 1, 1, 0, &p, &at); // expect-soft: kernel-misaligned api=cuLaunchKernel object=device-memory says=not_a_multiple_of_8
    cuCtxSynchronize();
    return 0;
}
