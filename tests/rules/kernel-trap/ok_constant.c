#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("read_const");
    CUdeviceptr p = test_memory(4, -1);
    LAUNCH(f, 1, 1, 0, &p);
    cuCtxSynchronize();
    return 0;
}
