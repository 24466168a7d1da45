#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("fill");
    unsigned n = 4, v = 3;
    for (int i = 0; i < 300; i++) {
        CUdeviceptr p = test_memory(16384, 0);
        LAUNCH(f, 1, 4, 0, &p, &n, &v);
        cuMemFree(p);
    }
    cuCtxSynchronize();
    return 0;
}
