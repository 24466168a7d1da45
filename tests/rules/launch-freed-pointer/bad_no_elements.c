#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("copy");
    unsigned n = 0;
    int shift = 0;
    CUdeviceptr p = test_memory(64, 0);
    cuMemFree(p);       // site: destroyed
    LAUNCH(f, 1, 32, 0, &p, &p, &n, &shift);    // expect: launch-freed-pointer arg=to object=device-memory state=freed severity=warning
    cuCtxSynchronize();
    return 0;
}
