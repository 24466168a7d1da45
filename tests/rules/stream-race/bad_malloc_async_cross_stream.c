#include "cuda_runtime.h"

int main(void)
{
    void *memory = 0;
    cudaStream_t s, t;
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    cudaMallocAsync(&memory, 4096, s); // site: related
    cudaMemsetAsync(memory, 1, 4096, t); // expect: stream-race arg=devPtr
    cudaDeviceSynchronize();
    cudaFree(memory);
    return 0;
}
