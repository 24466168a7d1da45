#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("indirect");
    CUdeviceptr q = test_memory(512, 0), pp = test_memory(8, -1);
    size_t at = 508;
    cuMemcpyHtoD(pp, &q, 8);
    LAUNCH(f, 1, 1, 0, &pp, &at);
    cuCtxSynchronize();
    return 0;
}
