#include "cuda_runtime.h"
#include <stdlib.h>

int main(void)
{
    cudaStream_t stream;
    char *device, *host = malloc(2000); // site: created
    cudaMalloc((void **)&device, 4096);
    cudaStreamCreate(&stream);
    free(host); // site: destroyed
    cudaMemcpyAsync(device, host, 2000, cudaMemcpyHostToDevice, stream); // expect: host-use-after-free arg=src
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    cudaFree(device);
    return 0;
}
