#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("count");
    CUdeviceptr p = test_memory(512, 0);
    p += 4;
    LAUNCH(f, 1, 1, 0, &p);
    cuCtxSynchronize();
    return 0;
}
