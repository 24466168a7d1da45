#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("copy");
    unsigned n = 8, v = 3;
    int shift = 0;
    CUdeviceptr from, to = test_memory(128, -1);
    CUfunction g;
    CUmodule m;
    cuMemAlloc(&from, 128); // site: created
    cuModuleLoadData(&m, test_ptx);
    cuModuleGetFunction(&g, m, "fill");
    LAUNCH(g, 1, 32, 0, &from, &n, &v);
    n = 9;
    LAUNCH(f, 1, 32, 0, &to, &from, &n, &shift); // expect-soft: kernel-uninitialized severity=warning arg=from object=device-memory state=live
    cuCtxSynchronize();
    return 0;
}
