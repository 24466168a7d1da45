#include "race_kernels.h"

int main(void)
{
    CUfunction f = race_kernel("same_global");
    CUdeviceptr p = test_memory(8192, 0);
    LAUNCH(f, 8, 64, 0, &p);
    cuCtxSynchronize();
    return 0;
}
