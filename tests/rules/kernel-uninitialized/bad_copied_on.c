#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("copy");
    unsigned n = 32;
    int shift = 0;
    CUdeviceptr other = test_memory(128, -1), from = test_memory(128, 0), to = test_memory(128, -1);
    cuMemcpyDtoD(from + 64, other + 64, 16);
    LAUNCH(f, 1, 32, 0, &to, &from, &n, &shift); // expect-soft: kernel-uninitialized severity=warning arg=from object=device-memory state=live
    cuCtxSynchronize();
    return 0;
}
