// nvcc: -arch=sm_75 -lineinfo
#include <cuda_runtime.h>

__global__ void tile(int *to)
{
    __shared__ int row[64], other[64];
    for (int i = threadIdx.x; i <= 64; i += blockDim.x)
        row[i] = i; // site-soft: kernel
    other[threadIdx.x + 8] = 1;
    __syncthreads();
    if (threadIdx.x == 31)
        row[64] += 1;
    to[threadIdx.x] = row[threadIdx.x] + other[threadIdx.x + 8];
}

int main()
{
    int *to;
    cudaMalloc(&to, 128);
    tile<<<1, 32>>>(to); // expect-soft: kernel-shared-out-of-bounds
    return cudaDeviceSynchronize() || cudaFree(to);
}
