#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("fill");
    unsigned n = 128, v = 3;
    CUdeviceptr p = test_memory(512, -1), q = test_memory(512, -1);
    LAUNCH(f, 1, 128, 0, &p, &n, &v);
    LAUNCH(f, 2, 128, 0, &q, &n, &v);
    cuCtxSynchronize();
    return 0;
}
