// nvcc: -arch=sm_75
/* The same with all the barriers that it needs, and what else orders blocks: tickets, locks, look-back, the last one to come. */
#include "grid_barriers.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void swap(int *o)
{
    int t = threadIdx.x, x = 0;
    for (int k = 0; k < 3; k++) {
        o[t] = t + k;
        __syncthreads();
        x += o[t ^ 32];
        __syncthreads();
    }
    o[t] = x;
}

__global__ void rounds(int *g, int *out)
{
    int b = blockIdx.x, t = threadIdx.x, n = gridDim.x, x = 0;
    for (int k = 0; k < 6; k++) {
        g[b * 64 + t] = t + b + k;
        cg::this_grid().sync();
        x += g[(b + 1) % n * 64 + t];
        cg::this_grid().sync();
    }
    out[b * 64 + t] = x;
}

/* A reduction over the grid, halving the blocks that work. */
__global__ void tree(int *g)
{
    auto grid = cg::this_grid();
    int i = (int)grid.thread_rank(), n = (int)grid.size();
    g[i] = i;
    for (int k = n / 2; k; k /= 2) {
        grid.sync();
        if (i < k)
            g[i] += g[i + k];
    }
}

/* Arrives, does something of its own, waits: sm_90's names for it are older than sm_90. */
__global__ void split(int *g, int *out)
{
    auto grid = cg::this_grid();
    int b = blockIdx.x, t = threadIdx.x, n = gridDim.x, x = 0;
    for (int k = 0; k < 3; k++) {
        g[b * 64 + t] = t + b + k;
        auto token = grid.barrier_arrive();
        out[b * 64 + t] = x;
        grid.barrier_wait(std::move(token));
        x += g[(b + 1) % n * 64 + t];
        grid.sync();
    }
}

#define ROUNDS(name, meet) \
    __global__ void name(int *g, int *out, unsigned *words) \
    { \
        int b = blockIdx.x, t = threadIdx.x, n = gridDim.x, x = 0; \
        for (unsigned k = 0; k < 4; k++) { \
            g[b * 64 + t] = t + b + k; \
            meet(words, 2 * k); \
            x += g[(b + 1) % n * 64 + t]; \
            meet(words, 2 * k + 1); \
        } \
        out[b * 64 + t] = x; \
    }
ROUNDS(by_count, meet_count)
ROUNDS(by_atomics, meet_atomics)
ROUNDS(by_sense, meet_sense)
ROUNDS(by_flags, meet_flags)

/* Each takes a number and waits until it is called. */
__global__ void tickets(int *g, int *out, unsigned *words)
{
    if (threadIdx.x)
        return;
    for (int k = 0; k < 4; k++) {
        unsigned mine = atomicAdd(words, 1);
        while (*(volatile unsigned *)(words + 1) != mine)
            ;
        __threadfence();
        g[0] = g[0] + 1;
        g[k + 1] = (int)mine;
        __threadfence();
        atomicAdd(words + 1, 1);
    }
}

/* Let go by a store, not by an atomic operation. */
__global__ void store_unlock(int *g, int *out, unsigned *words)
{
    for (int k = 0; k < 3 && !threadIdx.x; k++) {
        while (atomicCAS(words, 0, 1))
            ;
        __threadfence();
        g[0] = g[0] + k;
        out[blockIdx.x] = k;
        __threadfence();
        *(volatile unsigned *)words = 0;
    }
}

/* Sums of all blocks before, as a scan with look-back has them: nothing yet, the block's own, all. */
__global__ void look_back(int *g, int *out, unsigned *words)
{
    __shared__ int before;
    int b = blockIdx.x, t = threadIdx.x;
    g[b * 64 + t] = t;
    volatile unsigned *states = words;
    __syncthreads();
    if (!t) {
        out[2 * b] = 64;
        __threadfence();
        states[b] = b ? 1 : 2;
        int sum = 0;
        for (int k = b - 1; k >= 0; k--) {
            unsigned s;
            while (!(s = states[k]))
                ;
            __threadfence();
            sum += s == 2 ? out[2 * k + 1] : out[2 * k];
            if (s == 2)
                break;
        }
        if (b) {
            out[2 * b + 1] = sum + 64;
            __threadfence();
            states[b] = 2;
        } else {
            before = 0;
        }
        before = sum;
    }
    __syncthreads();
    g[b * 64 + t] += before;
}

/* Work for the others comes through a queue; how much is done is counted, several times by each. */
__global__ void queue(int *g, int *out, unsigned *words)
{
    if (threadIdx.x)
        return;
    for (;;) {
        unsigned item = atomicAdd(words, 1);
        if (item >= 24)
            break;
        g[item] = (int)item;
        __threadfence();
        atomicAdd(words + 1, 1);
    }
    while (*(volatile unsigned *)(words + 1) < 24)
        ;
    __threadfence();
    int sum = 0;
    for (int k = 0; k < 24; k++)
        sum += g[k];
    out[blockIdx.x] = sum;
}

int main()
{
    int *g, *out;
    unsigned *words;
    cudaMalloc(&g, 65536);
    cudaMalloc(&out, 65536);
    cudaMalloc(&words, 1024);
    cudaMemset(g, 0, 65536);
    cudaMemset(out, 0, 65536);
    void *arguments[] = { &g, &out, &words };
    swap<<<1, 256>>>(out);
    cudaLaunchCooperativeKernel((void *)rounds, dim3(5), dim3(64), arguments);
    cudaLaunchCooperativeKernel((void *)tree, dim3(8), dim3(64), arguments);
    cudaLaunchCooperativeKernel((void *)split, dim3(4), dim3(64), arguments);
    void (*const kernels[])(int *, int *, unsigned *) = { by_count, by_atomics, by_sense, by_flags, tickets, store_unlock, look_back, queue };
    for (auto kernel : kernels) {
        cudaMemset(words, 0, 1024);
        cudaLaunchCooperativeKernel((void *)kernel, dim3(6), dim3(64), arguments);
    }
    return cudaDeviceSynchronize() || (cudaFree(g) | cudaFree(out) | cudaFree(words));
}
