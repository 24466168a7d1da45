// nvcc: -arch=sm_75 -lineinfo
#include <cuda_runtime.h>

__device__ float table[4];

__global__ void store(int i, float value)
{
    table[i] = value; // site-soft: kernel
}

/* The program never asked for the variable's address; what it has allocated is not meant. */
int main()
{
    float *other;
    cudaMalloc(&other, 64);
    store<<<1, 1>>>(4, 1); // expect-soft: kernel-out-of-bounds object=symbol
    return cudaDeviceSynchronize() || cudaFree(other);
}
