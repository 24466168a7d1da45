/* Compiled for a debugger: shared and local arrays by generic addresses, up to their last elements, and a pointer that may be to either memory. */
// nvcc: -G -arch=sm_75
#include <cuda_runtime.h>

__global__ void rotate(int *out, int n, int shift)
{
    __shared__ int tile[64];
    int own[8];
    for (int i = 0; i < 8; i++)
        own[i] = i * shift;
    tile[(threadIdx.x + shift) % n] = threadIdx.x;
    __syncthreads();
    int *from = shift > 2 ? tile : out + n;
    out[threadIdx.x] = tile[n - 1 - threadIdx.x] + own[threadIdx.x % 8] + from[threadIdx.x];
}

int main()
{
    int *out;
    cudaMalloc(&out, 128 * sizeof *out);
    cudaMemset(out, 0, 128 * sizeof *out);
    rotate<<<1, 64>>>(out, 64, 1);
    rotate<<<1, 64>>>(out, 64, 5);
    return cudaDeviceSynchronize() || cudaFree(out);
}
