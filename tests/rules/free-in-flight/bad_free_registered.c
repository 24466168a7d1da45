#include <stdlib.h>

#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

int main(void)
{
    char *host = aligned_alloc(4096, SIZE), *device;
    cudaStream_t s;
    cudaHostRegister(host, SIZE, 0); // site: created
    cudaMalloc((void **)&device, SIZE);
    cudaStreamCreate(&s);
    cudaMemcpyAsync(device, host, SIZE, cudaMemcpyHostToDevice, s); // site: related
    free(host); // expect: free-in-flight object=registered-memory
    cudaStreamSynchronize(s);
    cudaFree(device);
    return 0;
}
