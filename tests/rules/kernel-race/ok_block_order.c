#include "race_kernels.h"

int main(void)
{
    CUfunction f = race_kernel("block_order");
    CUdeviceptr p = test_memory(8192, 0);
    CUdeviceptr q = test_memory(8192, 0);
    LAUNCH(f, 4, 128, 0, &p, &q);
    cuCtxSynchronize();
    return 0;
}
