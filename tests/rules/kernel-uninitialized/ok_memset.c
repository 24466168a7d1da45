#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("copy");
    unsigned n = 32;
    int shift = 0;
    CUdeviceptr from = test_memory(128, 0), to = test_memory(128, -1);
    LAUNCH(f, 1, 32, 0, &to, &from, &n, &shift);
    cuCtxSynchronize();
    return 0;
}
