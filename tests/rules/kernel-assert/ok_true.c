#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("check");
    unsigned limit = 1;
    CUdeviceptr p = test_memory(512, 0);
    LAUNCH(f, 4, 128, 0, &p, &limit);
    cuCtxSynchronize();
    return 0;
}
