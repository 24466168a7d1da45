// nvcc: -arch=sm_75
/* Each thread has words of its own all over the memory. */
#include "scattered.h"

__global__ void words(unsigned *a) { SCATTER(a); }
__global__ void pairs(unsigned long long *a) { SCATTER(a); }
__global__ void bytes(unsigned char *a) { SCATTER(a); }

/* Behind a barrier those of others in the block; then the own ones again. */
__global__ void behind_barrier(unsigned *a, unsigned *out)
{
    SCATTER(a);
    __syncthreads();
    out[THREAD] = a[PLACE(THREAD ^ 64, 0)];
    a[PLACE(THREAD ^ 32, 1)] = 5;
    __syncthreads();
    a[PLACE(THREAD, 0)] = out[THREAD];
    for (int k = 2; k < ROUNDS; k++)
        a[PLACE(THREAD, k)] += a[PLACE(THREAD, 1)];
}

/* All write the same, or leave the word as it is. */
__global__ void same_value(unsigned *a)
{
    for (unsigned r = 0; r < ROUNDS; r++)
        a[PLACE(THREAD, r)] = 9;
    a[PLACE(THREAD ^ 200, 3)] = 9;
    a[PLACE(THREAD % 64, 4)] = 9;
}

/* Half of the words are read by all, the others each thread's own. */
__global__ void read_by_all(unsigned *a)
{
    unsigned sum = 0;
    for (unsigned r = 0; r < ROUNDS; r += 2)
        sum += a[PLACE(THREAD * 5 % ALL, r)] + a[PLACE(THREAD % 77, r)];
    for (unsigned r = 1; r < ROUNDS; r += 2)
        a[PLACE(THREAD, r)] = sum;
}

/* Words that all add to, between words of single threads. */
__global__ void added_to(unsigned *a)
{
    for (unsigned r = 0; r < ROUNDS; r += 2)
        atomicAdd(&a[PLACE(THREAD % 333, r)], r);
    for (unsigned r = 1; r < ROUNDS; r += 2)
        a[PLACE(THREAD, r)] += r;
}

/* Each block has a part, in rows and scattered. */
__global__ void rows_too(unsigned *a)
{
    unsigned *mine = a + 2048 * blockIdx.x;
    for (int k = threadIdx.x; k < 2048; k += 128)
        mine[k * 1597 & 2047] += k;
    __syncthreads();
    for (int k = threadIdx.x; k < 2048; k += 128)
        mine[k] += k;
    __syncthreads();
    for (int k = threadIdx.x; k < 2048; k += 128)
        mine[k * 1597 & 2047] += k;
}

int main()
{
    unsigned *a, *out;
    cudaMalloc(&a, 8 * ALL * ROUNDS);
    cudaMalloc(&out, 4 * ALL);
    cudaMemset(a, 0, 8 * ALL * ROUNDS);
    words<<<BLOCKS, 128>>>(a);
    pairs<<<BLOCKS, 128>>>((unsigned long long *)a);
    bytes<<<BLOCKS, 128>>>((unsigned char *)a);
    behind_barrier<<<BLOCKS, 128>>>(a, out);
    same_value<<<BLOCKS, 128>>>(a);
    read_by_all<<<BLOCKS, 128>>>(a);
    added_to<<<BLOCKS, 128>>>(a);
    rows_too<<<BLOCKS, 128>>>(a);
    return cudaDeviceSynchronize() || (cudaFree(a) | cudaFree(out));
}
