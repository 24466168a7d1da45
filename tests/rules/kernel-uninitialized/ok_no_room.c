/* All memory is in use: on a GPU nothing is left for bits of what was written, nor for races. */
// env: INQUEST_SOFT_MEMORY=64M
#include "test_kernels.h"

int main(void)
{
    CUfunction copy = test_kernel("copy");
    CUdeviceptr from, to, rest = 0;
    unsigned n = 32, shift = 0;
    size_t free_bytes, all_bytes;
    cuMemAlloc(&from, 24 << 20);
    cuMemAlloc(&to, 1 << 20);
    cuMemGetInfo(&free_bytes, &all_bytes);
    cuMemAlloc(&rest, free_bytes & ~(size_t)0x1fffff);
    cuMemsetD8(from, 0, 12 << 20);
    LAUNCH(copy, 1, 32, 0, &to, &from, &n, &shift);
    cuCtxSynchronize();
    cuMemFree(rest);
    cuMemFree(to);
    return cuMemFree(from);
}
