#include "test_kernels.h"

/* More arguments than the kernel takes. */
int main(void)
{
    CUfunction f = test_kernel("fill");
    struct { CUdeviceptr p; unsigned n, v; CUdeviceptr q, r; } arguments = { test_memory(64, 0), 16, 7, 0, 0 };
    size_t size = sizeof arguments;
    void *extra[] = { (void *)1, &arguments, (void *)2, &size, (void *)0 };
    cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, extra);      // expect: launch-arguments arg=extra result=701
    return 0;
}
