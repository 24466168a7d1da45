/* Compiled for a debugger, shared memory is accessed by generic addresses. */
// nvcc: -G -arch=sm_75
#include <cuda_runtime.h>

__global__ void rotate(int *out, int n, int shift)
{
    __shared__ int tile[60], next[60];
    tile[threadIdx.x] = threadIdx.x;
    next[threadIdx.x] = 0;
    __syncthreads();
    next[threadIdx.x + shift] = tile[threadIdx.x]; // site-soft: kernel
    __syncthreads();
    out[threadIdx.x] = next[n - 1 - threadIdx.x];
}

int main()
{
    int *out;
    cudaMalloc(&out, 64 * sizeof *out);
    rotate<<<1, 60>>>(out, 60, 0);
    cudaDeviceSynchronize();
    rotate<<<1, 60>>>(out, 60, 1); // expect-soft: kernel-shared-out-of-bounds says=wrote_4_bytes
    cudaDeviceSynchronize();
    cudaFree(out);
    return 0;
}
