#include "test_kernels.h"

/* The end of a range is where the next block began that is freed: an iterator's end, not a pointer into it. */
int main(void)
{
    CUfunction f = test_kernel("backwards");
    CUdeviceptr block[64], to = test_memory(64, 0);
    for (int i = 0; i < 64; i++)
        block[i] = test_memory(2 << 20, 0);
    for (int i = 1; i < 64; i += 2)
        cuMemFree(block[i]);
    for (int i = 0; i < 64; i += 2) {
        CUdeviceptr end = block[i] + (2 << 20), begin = end - 64;
        LAUNCH(f, 1, 1, 0, &to, &begin, &end);
    }
    return cuCtxSynchronize();
}
