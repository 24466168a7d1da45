#include "test_kernels.h"

/* Complete many times, and then one is missing. */
int main(void)
{
    CUfunction f = test_kernel("fill");
    unsigned n = 0, v = 7;
    CUdeviceptr p = test_memory(64, 0);
    for (int i = 0; i <= 20; i++)
        cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, NULL, (void *[]){ &p, &n, i < 20 ? &v : NULL }, NULL); // expect: launch-arguments contained=1 arg=v result=1
    return 0;
}
