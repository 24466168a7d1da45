/* Destroying a stream with work in it is legal: the work completes. */
#include "cuda_runtime.h"

static char host[1 << 20];

int main(void)
{
    void *device;
    cudaStream_t s;
    return cudaMalloc(&device, sizeof host) || cudaStreamCreate(&s) || cudaMemcpyAsync(device, host, sizeof host, cudaMemcpyHostToDevice, s) ||
           cudaStreamDestroy(s) || cudaDeviceSynchronize() || cudaFree(device);
}
