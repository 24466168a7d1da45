#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("fill");
    unsigned n = 4, v = 3;
    CUdeviceptr p, q = test_memory(512, 0);
    cuMemAlloc(&p, 512); // site: created
    CUdeviceptr r = test_memory(512, 0);
    cuMemFree(p); // site: destroyed
    (void)q;
    (void)r;
    LAUNCH(f, 1, 4, 0, &p, &n, &v); // expect-soft: kernel-use-after-free arg=p state=freed
    cuCtxSynchronize();
    return 0;
}
