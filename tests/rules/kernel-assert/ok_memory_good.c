#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("check");
    unsigned limit = 256;
    CUdeviceptr p = test_memory(512, -1);
    cuMemsetD32(p, 255, 128);
    LAUNCH(f, 1, 128, 0, &p, &limit);
    cuCtxSynchronize();
    return 0;
}
