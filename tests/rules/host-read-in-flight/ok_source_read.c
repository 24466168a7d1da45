#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

/* The source of a copy may be read while it is copied. */
int main(void)
{
    char *host, *device;
    cudaStream_t s;
    int sum = 0;
    cudaMallocHost((void **)&host, SIZE);
    for (int i = 0; i < SIZE; i++)
        host[i] = 1;
    cudaMalloc((void **)&device, SIZE);
    cudaStreamCreate(&s);
    cudaMemcpyAsync(device, host, SIZE, cudaMemcpyHostToDevice, s);
    for (int i = 0; i < SIZE; i++)
        sum += host[i];
    cudaStreamSynchronize(s);
    cudaFreeHost(host);
    cudaFree(device);
    return sum != SIZE;
}
