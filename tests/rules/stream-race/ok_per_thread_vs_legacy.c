#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

/* cudaStreamPerThread is a blocking stream: the legacy one comes after it and before it. */
int main(void)
{
    char *a;
    cudaMalloc((void **)&a, SIZE);
    cudaMemsetAsync(a, 1, SIZE, cudaStreamPerThread);
    cudaMemsetAsync(a, 2, SIZE, 0);
    cudaMemsetAsync(a, 3, SIZE, cudaStreamPerThread);
    return cudaDeviceSynchronize() != 0;
}
