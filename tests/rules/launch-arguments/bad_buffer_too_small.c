#include "test_kernels.h"

/* The last argument is not in the buffer. */
int main(void)
{
    CUfunction f = test_kernel("fill");
    struct { CUdeviceptr p; unsigned n, v; } arguments = { test_memory(64, 0), 0, 7 };
    size_t size = sizeof arguments - sizeof arguments.v;
    void *extra[] = { (void *)1, &arguments, (void *)2, &size, (void *)0 };
    cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, extra);      // expect: launch-arguments arg=v severity=warning
    return 0;
}
