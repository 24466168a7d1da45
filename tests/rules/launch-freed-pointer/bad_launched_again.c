#include "test_kernels.h"

/* Launched with the same memory many times, and once more when it is gone. */
int main(void)
{
    CUfunction f = test_kernel("fill");
    unsigned n = 0, v = 7;
    CUdeviceptr p = test_memory(64, 0); // site: created
    for (int i = 0; i <= 20; i++) {
        if (i == 20)
            cuMemFree(p); // site: destroyed
        cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, NULL, (void *[]){ &p, &n, &v }, NULL); // expect: launch-freed-pointer arg=p object=device-memory state=freed severity=warning
    }
    return cuCtxSynchronize();
}
