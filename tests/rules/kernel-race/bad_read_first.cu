// nvcc: -arch=sm_75
/* Words all over the memory that threads read and others write, after thousands that each thread had for itself. */
#include "scattered.h"

/* Two lanes each read and write one word. */
__global__ void by_two_lanes(unsigned *a, unsigned *b)
{
    SCATTER(a);
    b[PLACE(THREAD & ~1u, 2)] += threadIdx.x + 1;
}

/* The warp reads; the next one writes. */
__global__ void by_two_warps(unsigned *a, unsigned *b)
{
    SCATTER(a);
    unsigned value = 0;
    if (threadIdx.x < 32)
        value = b[PLACE(THREAD, 3)];
    else if (threadIdx.x < 64)
        b[PLACE(THREAD - 32, 3)] = 5;
    a[PLACE(THREAD, 1)] = value;
}

/* Lanes read what their neighbours update. */
__global__ void by_neighbours(unsigned *a, unsigned *b)
{
    SCATTER(a);
    unsigned value = b[PLACE(THREAD, 4)];
    b[PLACE(THREAD ^ 1, 4)] = value + 1;
}

int main()
{
    unsigned *a, *b;
    cudaMalloc(&a, 4 * ALL * ROUNDS);
    cudaMalloc(&b, 4 * ALL * ROUNDS);
    cudaMemset(a, 0, 4 * ALL * ROUNDS);
    cudaMemset(b, 0, 4 * ALL * ROUNDS);
    by_two_lanes<<<BLOCKS, 128>>>(a, b); // expect-soft: kernel-race severity=warning object=device-memory
    by_two_warps<<<BLOCKS, 128>>>(a, b); // expect-soft: kernel-race severity=warning object=device-memory
    by_neighbours<<<BLOCKS, 128>>>(a, b); // expect-soft: kernel-race severity=warning object=device-memory
    return cudaDeviceSynchronize() || (cudaFree(a) | cudaFree(b));
}
