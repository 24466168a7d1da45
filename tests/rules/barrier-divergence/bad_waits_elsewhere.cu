// unseen on a GPU: lanes that wait elsewhere make it wait for ever
/* Lanes that are named and wait elsewhere: at a barrier of the block, at another operation, with another mask. */
// nvcc: -arch=sm_80
#include <cuda_runtime.h>

__global__ void at_barrier(int *to)
{
    if (threadIdx.x <= 16)
        __syncwarp(0xffffffff);
    __syncthreads();
    to[threadIdx.x] = 1;
}

__global__ void shuffled(int *to)
{
    int v = threadIdx.x;
    if (threadIdx.x < 40)
        v += __shfl_xor_sync(0xffffffff, v, 1);
    __syncthreads();
    to[threadIdx.x] = v;
}

__global__ void other_operation(int *to)
{
    int v;
    if (threadIdx.x % 32 < 8)
        v = __ballot_sync(0xffffffff, 1);
    else
        v = __shfl_sync(0xffffffff, (int)threadIdx.x, 9);
    to[threadIdx.x] = v;
}

__global__ void other_mask(int *to)
{
    unsigned t = threadIdx.x;
    to[t] = __shfl_sync(t < 8 ? 0xffff : 0xffffffff, t, 0);
}

/* A counted barrier may complete without the lanes that wait here; this one counts on them. */
__global__ void counted(int *to)
{
    if (threadIdx.x < 16)
        asm volatile("barrier.sync 1, 32;");
    else {
        __syncwarp(0xffffffff);
        asm volatile("barrier.sync 1, 32;");
    }
    to[threadIdx.x] = 1;
}

int main(void)
{
    int *p;
    cudaMalloc(&p, 256);
    at_barrier<<<1, 32>>>(p); // expect-soft: barrier-divergence says=with_the_mask_0xffffffff,_but_lanes_17-31_wait_at_a_barrier_of_the_block
    shuffled<<<1, 64>>>(p); // expect-soft: barrier-divergence says=lanes_0-7_of_the_warp_called
    other_operation<<<2, 64>>>(p); // expect-soft: barrier-divergence says=vote.sync
    other_mask<<<1, 32>>>(p); // expect-soft: barrier-divergence says=0xffff
    counted<<<1, 32>>>(p); // expect-soft: barrier-divergence says=lanes_16-31
    cudaDeviceSynchronize();
    return 0;
}
