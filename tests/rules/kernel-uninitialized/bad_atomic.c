#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("count");
    CUdeviceptr p;
    cuMemAlloc(&p, 4); // site: created
    LAUNCH(f, 1, 32, 0, &p); // expect-soft: kernel-uninitialized severity=warning arg=p object=device-memory
    cuCtxSynchronize();
    return 0;
}
