#include "cuda_runtime.h"

/* Freeing memory of a pool waits for nothing: what follows is not ordered by it. */
int main(void)
{
    char *memory, *buffer;
    cudaStream_t a, b;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaMalloc((void **)&buffer, 1 << 16);
    cudaMallocAsync((void **)&memory, 1 << 16, a);
    cudaStreamSynchronize(a);
    cudaMemsetAsync(buffer, 1, 1 << 16, a); // site: related
    cudaFree(memory);
    cudaMemsetAsync(buffer, 2, 1 << 16, b); // expect: stream-race arg=devPtr object=device-memory
    cudaDeviceSynchronize();
    return cudaFree(buffer);
}
