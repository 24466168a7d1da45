#include "race_kernels.h"

int main(void)
{
    CUfunction f = race_kernel("swap_barrier");
    CUdeviceptr p = test_memory(8192, 0);
    LAUNCH(f, 4, 128, 0, &p);
    cuCtxSynchronize();
    return 0;
}
