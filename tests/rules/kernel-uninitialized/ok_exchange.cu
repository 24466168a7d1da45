/* An exchange of which nobody looks at what was there is a store, and so are locks that are set free. */
#include <cuda_runtime.h>

__global__ void fill(int *p, unsigned long long *q)
{
    atomicExch(p + threadIdx.x, 1);
    atomicExch(q + threadIdx.x, 2ull);
    __threadfence();
    p[threadIdx.x] += (int)q[threadIdx.x];
}

int main(void)
{
    int *p;
    unsigned long long *q;
    cudaMalloc(&p, 128);
    cudaMalloc(&q, 256);
    fill<<<1, 32>>>(p, q);
    return cudaDeviceSynchronize() || cudaFree(p) || cudaFree(q);
}
