#include "test_kernels.h"

/* The buffer may have padding behind the last argument. */
int main(void)
{
    CUfunction f = test_kernel("fill");
    struct { CUdeviceptr p; unsigned n, v; char padding[16]; } arguments = { test_memory(64, 0), 16, 7 };
    size_t exact = 16, padded = sizeof arguments;
    void *extra[] = { (void *)1, &arguments, (void *)2, &exact, (void *)0 }, *more[] = { (void *)2, &padded, (void *)1, &arguments, (void *)0 };
    return cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, extra) || cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, more) || cuCtxSynchronize();
}
