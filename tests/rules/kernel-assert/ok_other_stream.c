#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("check");
    unsigned limit = 1;
    CUdeviceptr p = test_memory(512, 0);
    CUstream s;
    cuStreamCreate(&s, 1);
    cuCtxSynchronize();
    cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, s, (void *[]){ &p, &limit }, NULL);
    cuCtxSynchronize();
    return 0;
}
