/* An allocator that asks for less after a refusal handled the error itself. */
#include "cuda_runtime.h"

int main(void)
{
    void *p;
    size_t size = (size_t)1 << 45;
    while (cudaMalloc(&p, size) == cudaErrorMemoryAllocation && size > 4096) {
        cudaGetLastError();
        size /= 256;
    }
    return cudaMemset(p, 0, 64) || cudaFree(p);
}
