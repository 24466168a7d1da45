#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("check");
    unsigned limit = 0;
    CUdeviceptr p = test_memory(512, 0);
    LAUNCH(f, 1, 128, 0, &p, &limit); // expect-soft: kernel-assert api=cuLaunchKernel says=assertion_`i_<_n'_failed
    cuCtxSynchronize();
    return 0;
}
