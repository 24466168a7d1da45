#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("fill");
    unsigned n = 1, v = 3;
    CUdeviceptr p = test_memory(512, 0);
    p += 2;
    LAUNCH(f, 1, 1, 0, &p, &n, &v); // expect-soft: kernel-misaligned api=cuLaunchKernel object=device-memory says=not_a_multiple_of_4
    cuCtxSynchronize();
    return 0;
}
