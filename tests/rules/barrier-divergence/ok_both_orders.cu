/* Barriers that all threads pass, in loops and behind conditions of the block, and threads that leave before the last ones: each thread comes to
 * the same ones in the same order. */
#include "cuda_runtime.h"

__global__ void rounds(int *out, const int *in, int n, bool twice)
{
    __shared__ int part[128];
    int t = threadIdx.x;
    part[t] = in[blockIdx.x * 128 + t];
    __syncthreads();
    for (int step = 64; step; step /= 2) {
        if (t < step)
            part[t] += part[t + step];
        __syncthreads();
    }
    if (blockIdx.x % 2) {
        part[t] += blockIdx.x;
        __syncthreads();
    } else {
        part[127 - t] += 2;
        __syncthreads();
    }
    for (int k = 0; k < (twice ? 2 : 1); k++) {
        int value = part[(t + 1) % 128];
        __syncthreads();
        part[t] = value;
        __syncthreads();
    }
    if (t >= n)
        return;
    __syncthreads();
    out[blockIdx.x * 128 + t] = part[t];
}

int main()
{
    enum { N = 128 * 100 };
    int *in, *out;
    cudaMalloc(&in, N * 4);
    cudaMalloc(&out, N * 4);
    cudaMemset(in, 1, N * 4);
    rounds<<<100, 128>>>(out, in, 100, true);
    rounds<<<100, 128>>>(out, in, 128, false);
    return cudaDeviceSynchronize() || cudaFree(in) || cudaFree(out);
}
