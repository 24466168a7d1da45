/* The warps that have elements wait at one barrier, the others at a second one. */
#include "cuda_runtime.h"

__global__ void shift(int *out, const int *in, int n)
{
    __shared__ int part[128];
    int i = blockIdx.x * 128 + threadIdx.x;
    if (i < n) {
        part[threadIdx.x] = in[i];
        __syncthreads();
        out[i] = part[127 - threadIdx.x];
    } else {
        part[threadIdx.x] = 0;
        __syncthreads();
    }
}

int main()
{
    enum { N = 992 };
    int *in, *out;
    cudaMalloc(&in, 1024 * 4);
    cudaMalloc(&out, 1024 * 4);
    cudaMemset(in, 1, 1024 * 4);
    shift<<<8, 128>>>(out, in, N); // expect-soft: barrier-divergence severity=warning says=which_was_at_another_one
    return cudaDeviceSynchronize() || cudaFree(in) || cudaFree(out);
}
