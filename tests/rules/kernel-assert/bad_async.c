#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("check");
    unsigned limit = 0;
    CUdeviceptr p = test_memory(512, 0);
    CUstream s;
    cuCtxSynchronize();
    cuStreamCreate(&s, 1);
    cuLaunchKernel(f, 4, 1, 1, 32, 1, 1, 0, s, (void *[]){ &p, &limit }, NULL); // expect-soft: kernel-assert api=cuLaunchKernel says=assertion_`i_<_n'_failed
    cuCtxSynchronize();
    return 0;
}
