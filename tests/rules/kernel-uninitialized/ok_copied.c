#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("copy");
    unsigned n = 32;
    int shift = 0, host[32] = { 0 };
    CUdeviceptr from = test_memory(128, -1), second = test_memory(128, -1), to = test_memory(128, -1);
    cuMemcpyHtoD(from, host, sizeof host);
    cuMemcpyDtoD(second, from, 128);
    LAUNCH(f, 1, 32, 0, &to, &second, &n, &shift);
    cuMemcpyDtoH(host, to, 128);
    cuCtxSynchronize();
    return 0;
}
