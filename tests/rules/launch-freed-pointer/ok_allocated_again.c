#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("fill");
    unsigned n = 16, v = 1;
    for (int i = 0; i < 2000; i++) {
        CUdeviceptr p = test_memory(64 + (size_t)(i % 7) * 4096, -1), inside = p + 16;
        n = 12;
        LAUNCH(f, 1, 16, 0, &inside, &n, &v);
        cuMemFree(p);
    }
    return cuCtxSynchronize();
}
