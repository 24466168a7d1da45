/* The software device has as much memory as it is told to have. */
// env: INQUEST_SOFT_MEMORY=0.0625GiB
#include "cuda_runtime.h"

int main(void)
{
    void *first, *second;
    if (cudaMalloc(&first, 48 << 20))
        return 1;
    return cudaMalloc(&second, 24 << 20) != cudaErrorMemoryAllocation; // expect-soft: out-of-memory result=2 arg=size
}
