/* Memory that the program says somebody has written whom no tool sees. */
#include "nvtx_mem.h"
#include "test_kernels.h"

int main(void)
{
    CUfunction copy = test_kernel("copy");
    CUdeviceptr from, to;
    unsigned n = 32, shift = 0;
    cuMemAlloc(&from, 128);
    cuMemAlloc(&to, 128);
    nvtx_mark_initialized(from, 128);
    LAUNCH(copy, 1, 32, 0, &to, &from, &n, &shift);
    cuCtxSynchronize();
    cuMemFree(from);
    return cuMemFree(to);
}
