#include "cuda.h"

/* Halves of one allocation, one after the other, and two allocations. */
int main(void)
{
    CUdeviceptr d, other;
    char host[64] = { 0 };
    test_context();
    if (cuMemAlloc(&d, 8192) || cuMemAlloc(&other, 8192) || cuMemsetD8(d, 0, 8192))
        return 1;
    if (cuMemcpyDtoD(d + 4096, d, 4096) || cuMemcpy(other, d, 8192) || cuMemcpyDtoD(d + 64, d, 64) || cuMemcpyDtoD(d, d + 64, 64))
        return 1;
    if (cuMemcpyHtoD(d, host, sizeof host) || cuMemcpyDtoH(host, d, sizeof host))
        return 1;
    return cuMemFree(d) || cuMemFree(other);
}
