// nvcc: -arch=sm_75
/* Each thread has words of its own all over the memory, thousands of them before somebody takes another's. */
#include "scattered.h"

__global__ void written_twice(unsigned *a)
{
    SCATTER(a);
    if (!threadIdx.x && blockIdx.x == 3)
        a[PLACE(THREAD + 200, 5)] = 77;
}

__global__ void read_too(unsigned *a, unsigned *out)
{
    SCATTER(a);
    out[THREAD] = threadIdx.x == 40 && blockIdx.x == 9 ? a[PLACE(THREAD - 129, 11)] : 0;
}

/* In step lanes of one warp: their words are the same. */
__global__ void by_one_warp(unsigned *a)
{
    SCATTER(a);
    if (blockIdx.x == 7 && threadIdx.x < 2)
        a[PLACE(THREAD & ~1, 3)] = threadIdx.x + 100;
}

__global__ void added_to(unsigned *a)
{
    SCATTER(a);
    if (!threadIdx.x && blockIdx.x == 3)
        atomicAdd(&a[PLACE(THREAD + 200, 7)], 1);
}

__global__ void read_in_rows(unsigned *a, unsigned *out)
{
    SCATTER(a);
    unsigned sum = 0;
    for (int k = 0; k < ROUNDS; k++)
        sum += a[k * ALL + THREAD];
    out[THREAD] = sum;
}

__global__ void pairs(unsigned long long *a)
{
    SCATTER(a);
    if (!threadIdx.x && blockIdx.x == 3)
        ((unsigned *)a)[2 * PLACE(THREAD + 200, 5) + 1] = 77;
}

__global__ void bytes(unsigned char *a)
{
    SCATTER(a);
    if (!threadIdx.x && blockIdx.x == 3)
        a[PLACE(THREAD + 200, 5)] = 77;
}

/* What the block wrote before its barrier is no other block's. */
__global__ void behind_barrier(unsigned *a, unsigned *out)
{
    SCATTER(a);
    __syncthreads();
    out[THREAD] = a[PLACE(THREAD ^ 64, 0)] + (THREAD == 5 ? a[PLACE(300, 0)] : 0);
}

int main()
{
    unsigned *a, *out;
    cudaMalloc(&a, 8 * ALL * ROUNDS);
    cudaMalloc(&out, 4 * ALL);
    cudaMemset(a, 0, 8 * ALL * ROUNDS);
    written_twice<<<BLOCKS, 128>>>(a); // expect-soft: kernel-race severity=warning object=device-memory
    read_too<<<BLOCKS, 128>>>(a, out); // expect-soft: kernel-race severity=warning object=device-memory
    by_one_warp<<<BLOCKS, 128>>>(a); // expect-soft: kernel-race severity=warning object=device-memory
    added_to<<<BLOCKS, 128>>>(a); // expect-soft: kernel-race severity=warning object=device-memory
    read_in_rows<<<BLOCKS, 128>>>(a, out); // expect-soft: kernel-race severity=warning object=device-memory
    pairs<<<BLOCKS, 128>>>((unsigned long long *)a); // expect-soft: kernel-race severity=warning object=device-memory
    bytes<<<BLOCKS, 128>>>((unsigned char *)a); // expect-soft: kernel-race severity=warning object=device-memory
    behind_barrier<<<BLOCKS, 128>>>(a, out); // expect-soft: kernel-race severity=warning object=device-memory
    return cudaDeviceSynchronize() || (cudaFree(a) | cudaFree(out));
}
