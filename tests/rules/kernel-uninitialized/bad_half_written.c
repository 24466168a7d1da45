#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("copy");
    unsigned n = 32;
    int shift = 0;
    CUdeviceptr from, to = test_memory(128, -1);
    cuMemAlloc(&from, 128); // site: created
    cuMemsetD8(from, 0, 124);
    LAUNCH(f, 1, 32, 0, &to, &from, &n, &shift); // expect-soft: kernel-uninitialized severity=warning arg=from object=device-memory state=live
    cuCtxSynchronize();
    return 0;
}
