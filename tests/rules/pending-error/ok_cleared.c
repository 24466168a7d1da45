#include "cuda_runtime.h"

int main(void)
{
    void *p;
    if (cudaMalloc(&p, (size_t)1 << 45) != cudaErrorMemoryAllocation)
        return 1;
    cudaGetLastError();
    if (cudaMalloc(&p, 64) || cudaGetLastError())
        return 2;
    return cudaFree(p);
}
