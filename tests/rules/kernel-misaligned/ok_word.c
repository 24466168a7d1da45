#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("fill");
    unsigned n = 1, v = 3;
    CUdeviceptr p = test_memory(512, 0);
    p += 4;
    LAUNCH(f, 1, 1, 0, &p, &n, &v);
    cuCtxSynchronize();
    return 0;
}
