#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("write_const"), g = test_kernel("shared");
    struct { unsigned step; } arguments = { 1 };
    size_t size = sizeof arguments;
    void *extra[] = { (void *)2, &size, (void *)1, &arguments, (void *)0 };
    (void)f;
    cuLaunchKernel(g, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, extra);
    return cuCtxSynchronize();
}
