#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("count");
    CUdeviceptr p = test_memory(512, 0);
    p += 1;
    LAUNCH(f, 1, 1, 0, &p); // expect-soft: kernel-misaligned api=cuLaunchKernel object=device-memory says=not_a_multiple_of_4
    cuCtxSynchronize();
    return 0;
}
