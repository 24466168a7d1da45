/* All lanes read the counter before any of them stores, and all store the same. */
#include <cuda_runtime.h>

__global__ void count(int *c)
{
    *c = *c + 1; // site: kernel
}

int main()
{
    int *c;
    cudaMalloc(&c, sizeof *c);
    cudaMemset(c, 0, sizeof *c);
    count<<<1, 32>>>(c); // expect: kernel-race severity=warning says=make_that_an_atomic_operation_instead
    return cudaDeviceSynchronize() || cudaFree(c);
}
