#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("copy");
    unsigned n = 64;
    int shift = -64;
    CUdeviceptr p = test_memory(512, 1), to = test_memory(512, -1), middle = p + 256;
    LAUNCH(f, 1, 64, 0, &to, &middle, &n, &shift);
    cuCtxSynchronize();
    return 0;
}
