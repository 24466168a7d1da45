#include "test_kernels.h"

int main(void)
{
    int host[32];
    test_context();
    CUdeviceptr p = test_memory(128, -1);
    cuMemcpyDtoH(host, p, 128);
    cuCtxSynchronize();
    return 0;
}
