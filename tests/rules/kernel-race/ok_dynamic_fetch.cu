/* Blocks draw their work from a counter, each as fast as it can: the draw is no look at what others have counted, and nobody waits for slow blocks.
 * This took thirty times as long where that counted as one. */
#include <cstdio>
#include "cuda_runtime.h"

__global__ void work(unsigned *head, unsigned *done, unsigned count)
{
    __shared__ unsigned mine;
    for (;;) {
        if (!threadIdx.x)
            mine = atomicAdd(head, 1u);
        __syncthreads();
        unsigned at = mine;
        __syncthreads();
        if (at >= count)
            return;
        unsigned turns = at * 2654435761u >> 22, sum = threadIdx.x;
        for (unsigned i = 0; i < turns; i++)
            sum = sum * 5 + i;
        done[at * blockDim.x + threadIdx.x] = sum;
    }
}

int main()
{
    enum { COUNT = 8192, THREADS = 32 };
    unsigned *head, *done;
    cudaMalloc(&head, sizeof *head);
    cudaMalloc(&done, COUNT * THREADS * sizeof *done);
    cudaMemset(head, 0, sizeof *head);
    work<<<64, THREADS>>>(head, done, COUNT);
    return cudaDeviceSynchronize();
}
