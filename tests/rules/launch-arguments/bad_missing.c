#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("fill");
    unsigned n = 0;
    CUdeviceptr p = test_memory(64, 0);
    cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, NULL, (void *[]){ &p, &n, NULL }, NULL);     // expect: launch-arguments contained=1 arg=v result=1
    return 0;
}
