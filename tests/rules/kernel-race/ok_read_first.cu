// nvcc: -arch=sm_75
/* Words all over the memory that threads read before others write them, after thousands that each thread had for itself. */
#include "scattered.h"

__global__ void own(unsigned *a, unsigned *b)
{
    SCATTER(a);
    b[PLACE(THREAD, 2)] += threadIdx.x + 1;
    if (b[PLACE(THREAD, 3)] == 0)
        b[PLACE(THREAD, 3)] = 1;
}

/* Lanes that have met; warps that have met. */
__global__ void in_turns(unsigned *a, unsigned *b)
{
    SCATTER(a);
    unsigned value = b[PLACE(THREAD, 4)];
    __syncwarp();
    b[PLACE(THREAD ^ 1, 4)] = value + 1;
    value += b[PLACE(THREAD, 5)];
    __syncthreads();
    b[PLACE(THREAD ^ 32, 5)] = value;
    value += __shfl_xor_sync(~0u, b[PLACE(THREAD, 6)], 1);
    b[PLACE(THREAD ^ 3, 6)] = value;
}

/* The first block says when it has read. */
__global__ void by_flag(unsigned *a, unsigned *b, unsigned *flag)
{
    SCATTER(a);
    if (blockIdx.x == 0 && threadIdx.x < 32) {
        unsigned value = b[PLACE(THREAD, 7)];
        __threadfence();
        __syncwarp();
        if (!threadIdx.x)
            atomicExch(flag, 1);
        a[PLACE(THREAD, 1)] = value;
    } else if (blockIdx.x == 1 && threadIdx.x < 32) {
        while (!atomicAdd(flag, 0))
            ;
        __threadfence();
        b[PLACE(THREAD - 128, 7)] = 5;
    }
}

int main()
{
    unsigned *a, *b, *flag;
    cudaMalloc(&a, 4 * ALL * ROUNDS);
    cudaMalloc(&b, 4 * ALL * ROUNDS);
    cudaMalloc(&flag, 4);
    cudaMemset(a, 0, 4 * ALL * ROUNDS);
    cudaMemset(b, 0, 4 * ALL * ROUNDS);
    cudaMemset(flag, 0, 4);
    own<<<BLOCKS, 128>>>(a, b);
    in_turns<<<BLOCKS, 128>>>(a, b);
    by_flag<<<BLOCKS, 128>>>(a, b, flag);
    return cudaDeviceSynchronize() || (cudaFree(a) | cudaFree(b) | cudaFree(flag));
}
