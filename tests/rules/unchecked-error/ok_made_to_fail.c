// options: --fail cudaMalloc:1=cudaErrorMemoryAllocation --fail cudaDeviceSynchronize:1=cudaErrorIllegalAddress
#include <cuda_runtime.h>

/* Every failure is looked at: less memory is asked for, and a context that is lost is reset. */
int main(void)
{
    float *p = NULL;
    char host[64] = {0};
    size_t bytes = 4096;
    while (cudaMalloc((void **)&p, bytes) == cudaErrorMemoryAllocation && bytes > sizeof host)
        bytes /= 2;
    if (bytes != 2048 || cudaGetLastError() != cudaErrorMemoryAllocation || cudaGetLastError() != cudaSuccess)
        return 1;
    if (cudaMemcpy(p, host, sizeof host, cudaMemcpyHostToDevice))
        return 2;
    if (cudaDeviceSynchronize() != cudaErrorIllegalAddress)
        return 3;
    /* the context is broken: all that works on it says so */
    if (cudaPeekAtLastError() != cudaErrorIllegalAddress || cudaGetLastError() != cudaErrorIllegalAddress)
        return 4;
    if (cudaMemcpy(p, host, sizeof host, cudaMemcpyHostToDevice) != cudaErrorIllegalAddress)
        return 5;
    int count = 0;
    if (cudaGetDeviceCount(&count) || count < 1)
        return 6;
    /* until it is made anew */
    if (cudaDeviceReset() || cudaMalloc((void **)&p, sizeof host))
        return 7;
    return cudaFree(p) ? 8 : 0;
}
