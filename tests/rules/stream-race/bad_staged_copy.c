#include <stdlib.h>

#include "cuda_runtime.h"

/* A large copy from pageable memory may return when it is staged; a non-blocking stream does not wait for the rest. */
int main(void)
{
    size_t size = 4 << 20;
    char *host = calloc(1, size), *device;
    cudaStream_t s;
    cudaMalloc((void **)&device, size);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMemcpy(device, host, size, cudaMemcpyHostToDevice); // site: related
    cudaMemsetAsync(device, 1, size, s); // expect: stream-race arg=devPtr severity=warning
    cudaDeviceSynchronize();
    cudaFree(device);
    free(host);
    return 0;
}
