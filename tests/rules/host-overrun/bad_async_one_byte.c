#include "cuda_runtime.h"
#include <stdlib.h>

int main(void)
{
    cudaStream_t stream;
    char *device, *host = calloc(100, 10); // site: created
    cudaMalloc((void **)&device, 1 << 20);
    cudaStreamCreate(&stream);
    cudaMemcpyAsync(device, host, 1001, cudaMemcpyHostToDevice, stream); // expect: host-overrun arg=src
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    cudaFree(device);
    free(host);
    return 0;
}
