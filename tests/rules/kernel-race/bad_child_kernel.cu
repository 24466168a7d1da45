// nvcc: -rdc=true -arch=sm_90 -lcudadevrt
// soft only: what device code does is known there alone
/* A kernel cannot wait for one that it launches. */
#include <cuda_runtime.h>

__global__ void fill(int *to) { to[threadIdx.x] = threadIdx.x; }

__global__ void parent(int *to, int *sum)
{
    if (threadIdx.x == 0)
        fill<<<1, 64>>>(to);
    __syncthreads();
    sum[threadIdx.x] = to[threadIdx.x] + 1;                 // site: kernel
}

int main()
{
    int *to, *sum;
    if (cudaMalloc(&to, 64 * sizeof *to) || cudaMalloc(&sum, 64 * sizeof *sum))
        return 1;
    cudaMemset(to, 0, 64 * sizeof *to);
    parent<<<1, 64>>>(to, sum);                             // expect: kernel-race severity=warning says=that_kernel_fill object=device-memory
    return cudaDeviceSynchronize();
}
