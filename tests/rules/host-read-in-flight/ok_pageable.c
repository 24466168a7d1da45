#include <stdlib.h>

#include "cuda_runtime.h"

/* A copy to pageable memory returns when the data is there. */
int main(void)
{
    size_t size = 4 << 20;
    char *host = malloc(size), *device;
    cudaStream_t s;
    cudaMalloc((void **)&device, size);
    cudaMemset(device, 3, size);
    cudaStreamCreate(&s);
    cudaMemcpyAsync(host, device, size, cudaMemcpyDeviceToHost, s);
    int good = host[size - 1] == 3;
    cudaStreamSynchronize(s);
    cudaFree(device);
    free(host);
    return !good;
}
