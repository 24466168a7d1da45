#include "test_kernels.h"

/* Arguments in a buffer. */
int main(void)
{
    CUfunction f = test_kernel("fill");
    struct { CUdeviceptr p; unsigned n, v; } arguments = { test_memory(64, 0), 0, 7 };
    size_t size = sizeof arguments;
    void *extra[] = { (void *)1, &arguments, (void *)2, &size, (void *)0 };
    cuMemFree(arguments.p);
    cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, extra);      // expect: launch-freed-pointer arg=p api=cuLaunchKernel severity=warning
    return cuCtxSynchronize();
}
