#include "race_kernels.h"

int main(void)
{
    CUfunction f = race_kernel("take");
    CUdeviceptr p = test_memory(8192, 0);
    LAUNCH(f, 1, 128, 0, &p);
    cuCtxSynchronize();
    return 0;
}
