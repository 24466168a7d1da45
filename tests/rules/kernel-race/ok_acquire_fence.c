#include "race_kernels.h"

int main(void)
{
    CUfunction f = race_kernel("last_acquire_fence");
    CUdeviceptr p = test_memory(8192, 0);
    CUdeviceptr q = test_memory(8192, 0);
    LAUNCH(f, 16, 32, 0, &p, &q);
    cuCtxSynchronize();
    return 0;
}
