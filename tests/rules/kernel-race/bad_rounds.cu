// nvcc: -arch=sm_75
/* Between two barriers of the grid each block writes its part and reads another's: a barrier orders what came before it, not what its last comers
 * see of blocks that have gone on. */
#include "grid_barriers.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

/* One block, between two barriers of its own. */
__global__ void swap(int *o)
{
    int t = threadIdx.x, x = 0;
    for (int k = 0; k < 3; k++) {
        __syncthreads();
        o[t] = t + k;
        x += o[t ^ 32];
        __syncthreads();
    }
    o[t] = x;
}

__global__ void once(int *g, int *out)
{
    int b = blockIdx.x, t = threadIdx.x;
    cg::this_grid().sync();
    g[b * 64 + t] = t + b + 1;
    int x = g[(b ^ 1) * 64 + t];
    cg::this_grid().sync();
    out[b * 64 + t] = x;
}

__global__ void rounds(int *g, int *out)
{
    int b = blockIdx.x, t = threadIdx.x, n = gridDim.x, x = 0;
    for (int k = 0; k < 4; k++) {
        g[b * 64 + t] = t + b + k;
        x += g[(b + 1) % n * 64 + t];
        cg::this_grid().sync();
    }
    out[b * 64 + t] = x;
}

/* The barrier between reading the neighbours and writing one's own is missing. */
__global__ void in_place(int *g)
{
    auto grid = cg::this_grid();
    int i = (int)grid.thread_rank(), n = (int)grid.size();
    for (int k = 0; k < 3; k++) {
        int x = g[i] + g[(i + 64) % n];
        g[i] = x + 1;
        grid.sync();
    }
}

#define ROUNDS(name, meet) \
    __global__ void name(int *g, int *out, unsigned *words) \
    { \
        int b = blockIdx.x, t = threadIdx.x, n = gridDim.x, x = 0; \
        meet(words, 0); \
        for (unsigned k = 1; k < 4; k++) { \
            g[b * 64 + t] = t + b + k; \
            x += g[(b + 1) % n * 64 + t]; \
            meet(words, k); \
        } \
        out[b * 64 + t] = x; \
    }
ROUNDS(by_count, meet_count)
ROUNDS(by_atomics, meet_atomics)
ROUNDS(by_sense, meet_sense)
ROUNDS(by_flags, meet_flags)

int main()
{
    int *g, *out;
    unsigned *words;
    cudaMalloc(&g, 65536);
    cudaMalloc(&out, 65536);
    cudaMalloc(&words, 1024);
    cudaMemset(g, 0, 65536);
    cudaMemset(out, 0, 65536);
    void *two[] = { &g, &out }, *three[] = { &g, &out, &words };
    swap<<<1, 256>>>(out); // expect-soft: kernel-race severity=warning object=device-memory
    cudaLaunchCooperativeKernel((void *)once, dim3(2), dim3(64), two); // expect-soft: kernel-race unseen=fences_order_its_threads severity=warning object=device-memory
    cudaLaunchCooperativeKernel((void *)rounds, dim3(5), dim3(64), two); // expect-soft: kernel-race unseen=fences_order_its_threads severity=warning object=device-memory
    cudaLaunchCooperativeKernel((void *)in_place, dim3(4), dim3(64), two); // expect-soft: kernel-race unseen=fences_order_its_threads severity=warning object=device-memory
    cudaMemset(words, 0, 1024);
    cudaLaunchCooperativeKernel((void *)by_count, dim3(4), dim3(64), three); // expect-soft: kernel-race unseen=fences_order_its_threads severity=warning object=device-memory
    cudaMemset(words, 0, 1024);
    cudaLaunchCooperativeKernel((void *)by_atomics, dim3(4), dim3(64), three); // expect-soft: kernel-race unseen=fences_order_its_threads severity=warning object=device-memory
    cudaMemset(words, 0, 1024);
    cudaLaunchCooperativeKernel((void *)by_sense, dim3(4), dim3(64), three); // expect-soft: kernel-race unseen=fences_order_its_threads severity=warning object=device-memory
    cudaMemset(words, 0, 1024);
    cudaLaunchCooperativeKernel((void *)by_flags, dim3(4), dim3(64), three); // expect-soft: kernel-race unseen=fences_order_its_threads severity=warning object=device-memory
    return cudaDeviceSynchronize() || (cudaFree(g) | cudaFree(out) | cudaFree(words));
}
