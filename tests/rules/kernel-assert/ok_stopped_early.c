#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("check");
    unsigned limit = 1;
    CUdeviceptr p = test_memory(512, 0);
    cuMemsetD32(p + 256, 9, 64);
    LAUNCH(f, 1, 64, 0, &p, &limit);
    cuCtxSynchronize();
    return 0;
}
