#include "race_kernels.h"

int main(void)
{
    CUfunction f = race_kernel("swap_pairs");
    CUdeviceptr p = test_memory(8192, 0);
    LAUNCH(f, 1, 64, 0, &p);
    cuCtxSynchronize();
    return 0;
}
