#include "test_kernels.h"

/* Stream-ordered memory: freed behind the kernel, the same address comes again. */
int main(void)
{
    CUfunction f = test_kernel("fill");
    CUstream s;
    unsigned n = 16, v = 1;
    cuStreamCreate(&s, 1);
    for (int i = 0; i < 100; i++) {
        CUdeviceptr p = 0;
        cuMemAllocAsync(&p, 64, s);
        cuLaunchKernel(f, 1, 1, 1, 16, 1, 1, 0, s, (void *[]){ &p, &n, &v }, NULL);
        cuMemFreeAsync(p, s);
    }
    cuStreamSynchronize(s);
    return cuStreamDestroy(s);
}
