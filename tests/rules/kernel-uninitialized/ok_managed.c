#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("copy");
    unsigned n = 32;
    int shift = 0;
    CUdeviceptr from, to = test_memory(128, -1);
    cuMemAllocManaged(&from, 128, CU_MEM_ATTACH_GLOBAL);
    LAUNCH(f, 1, 32, 0, &to, &from, &n, &shift);
    cuCtxSynchronize();
    return 0;
}
