/* Rows become longer in place: a block writes where the next one reads.  It waits, without a fence, until the next one's flag says that it
 * has read: relaxed, but a write after the wait cannot overtake reads whose values are in use. */
#include <cstdio>
#include "cuda_runtime.h"

enum { BLOCKS = 8, THREADS = 64 };

__global__ void pad(int *matrix, unsigned *flags, unsigned *drawn)
{
    __shared__ unsigned mine;
    if (!threadIdx.x)
        mine = BLOCKS - 1 - atomicAdd(drawn, 1u);
    __syncthreads();
    unsigned row = mine, t = threadIdx.x;
    int value = matrix[row * THREADS + t];
    __syncthreads();
    if (!t) {
        while (atomicAdd(&flags[row + 1], 0u) == 0) {
        }
        atomicAdd(&flags[row], 1u);
    }
    __syncthreads();
    matrix[row * (THREADS + 4) + t] = value;
}

int main()
{
    int *matrix, host[BLOCKS * (THREADS + 4)];
    unsigned *flags, *drawn, one = 1;
    for (int i = 0; i < BLOCKS * THREADS; i++)
        host[i] = i;
    cudaMalloc(&matrix, sizeof host);
    cudaMalloc(&flags, (BLOCKS + 1) * sizeof *flags);
    cudaMalloc(&drawn, sizeof *drawn);
    cudaMemcpy(matrix, host, BLOCKS * THREADS * sizeof *host, cudaMemcpyHostToDevice);
    cudaMemset(flags, 0, BLOCKS * sizeof *flags);
    cudaMemcpy(flags + BLOCKS, &one, sizeof one, cudaMemcpyHostToDevice);
    cudaMemset(drawn, 0, sizeof *drawn);
    pad<<<BLOCKS, THREADS>>>(matrix, flags, drawn);
    return cudaDeviceSynchronize() || cudaMemcpy(host, matrix, sizeof host, cudaMemcpyDeviceToHost) ||
           host[3 * (THREADS + 4)] != 3 * THREADS;
}
