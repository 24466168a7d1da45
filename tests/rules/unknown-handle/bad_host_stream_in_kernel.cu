// nvcc: -rdc=true -arch=sm_90 -lcudadevrt
// soft only: what device code does is known there alone
/* Streams of the host are none of a kernel. */
#include <cuda_runtime.h>

__global__ void fill(int *to) { to[threadIdx.x] = 1; }

__global__ void parent(int *to, cudaStream_t stream)
{
    fill<<<1, 32, 0, stream>>>(to);                         // site: kernel
}

int main()
{
    int *to;
    cudaStream_t stream;
    if (cudaMalloc(&to, 4096) || cudaStreamCreate(&stream))
        return 1;
    parent<<<1, 1, 0, stream>>>(to, stream);                // expect: unknown-handle says=cudaErrorInvalidValue
    return cudaDeviceSynchronize();
}
