#include "cuda_runtime.h"
#include <stdlib.h>

/* The device keeps the pages of registered memory, but the driver copies small amounts itself, and crashes: the block is gone. */
int main(void)
{
    char *device, *host = malloc(1 << 20);
    cudaHostRegister(host, 1 << 20, 0);
    free(host); // site: destroyed
    cudaMalloc((void **)&device, 1 << 20);
    cudaMemcpy(device, host, 4096, cudaMemcpyHostToDevice); // expect: host-use-after-free arg=src contained=1
    cudaHostUnregister(host);
    cudaFree(device);
    return 0;
}
