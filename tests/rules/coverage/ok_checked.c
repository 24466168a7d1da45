// options: --require-coverage=100
#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("fill");
    unsigned n = 32, v = 3;
    CUdeviceptr p = test_memory(128, 0);
    LAUNCH(f, 1, 32, 0, &p, &n, &v);
    cuCtxSynchronize();
    return 0;
}
