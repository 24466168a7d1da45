/* All lanes read the counter before any of them stores, and all store the same. */
#include <cuda_runtime.h>

__global__ void count(int *out)
{
    __shared__ int n;
    if (!threadIdx.x)
        n = 0;
    __syncthreads();
    n = n + 1; // site: kernel
    __syncthreads();
    out[threadIdx.x] = n;
}

int main()
{
    int *out;
    cudaMalloc(&out, 32 * sizeof *out);
    count<<<1, 32>>>(out); // expect: kernel-shared-race severity=warning says=make_that_an_atomic_operation_instead
    return cudaDeviceSynchronize() || cudaFree(out);
}
