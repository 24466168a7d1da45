// An allocator that tries once more after the first failure: one mistake.
#include "cuda_runtime.h"

static cudaError_t reserve(void **p, size_t size)
{
    cudaError_t result = cudaMalloc(p, size); // expect: out-of-memory arg=size
    if (result != cudaErrorMemoryAllocation)
        return result;
    cudaGetLastError();
    return cudaMalloc(p, size);
}

int main(void)
{
    void *small, *huge;
    cudaMalloc(&small, 4096);
    if (reserve(&huge, (size_t)1 << 44))
        cudaGetLastError();
    cudaFree(small);
    return 0;
}
