// nvcc: -rdc=true -arch=sm_90 -lcudadevrt
// soft only: what device code does is known there alone
/* A kernel that another one launched: the report names that launch and the host's. */
#include <cuda_runtime.h>

__global__ void fill(int *to, int n)
{
    if (threadIdx.x <= n)
        to[threadIdx.x] = n;                                // site: kernel
}

__global__ void parent(int *to, int n)
{
    fill<<<1, 32>>>(to, n);
}

int main()
{
    int *to;
    if (cudaMalloc(&to, 16 * sizeof *to))
        return 1;
    parent<<<1, 1>>>(to, 16);                               // expect: kernel-out-of-bounds object=device-memory
    return cudaDeviceSynchronize();
}
