#include "race_kernels.h"

int main(void)
{
    CUfunction f = race_kernel("add_cta");
    CUdeviceptr p = test_memory(8192, 0);
    LAUNCH(f, 1, 256, 0, &p);
    cuCtxSynchronize();
    return 0;
}
