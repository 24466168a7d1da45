/* Lanes that name others to meet with, and not themselves. */
// nvcc: -arch=sm_80
#include <cuda_runtime.h>

__global__ void one_too_many(int *sum)
{
    __shared__ int s[32];
    unsigned t = threadIdx.x, mask = __ballot_sync(0xffffffff, t < 16);
    if (t <= 16) {
        s[t] = 1;
        __syncwarp(mask);
        if (t == 0)
            for (int i = 0; i < 16; i++)
                *sum += s[i];
    }
    __syncthreads();
}

__global__ void upper_half(int *to)
{
    to[threadIdx.x] = __shfl_down_sync(0xffff, threadIdx.x, 8);
}

__global__ void vote_of_others(int *to)
{
    unsigned t = threadIdx.x;
    to[t] = __ballot_sync(t < 31 ? 0x7fffffff : 0, t & 1);
}

__global__ void reduce_none(unsigned *to) { to[threadIdx.x] = __reduce_add_sync(threadIdx.x == 3 ? 0 : 0xfffffff7, 1u); }

__global__ void match_others(unsigned *to) { to[threadIdx.x] = __match_any_sync(0x3fffffff, 1u); }

int main(void)
{
    int *p;
    cudaMalloc(&p, 256);
    cudaMemset(p, 0, 256);
    one_too_many<<<1, 32>>>(p); // expect-soft: barrier-divergence severity=warning says=with_the_mask_0xffff,_which_is_lanes_0-15 says=lane_16_of_the_warp_called gpu-says=lane_16_of_the_warp_named_the_mask_0xffff
    upper_half<<<1, 32>>>(p); // expect-soft: barrier-divergence severity=warning says=lanes_16-31 gpu-says=of_the_warp_named_the_mask_0xffff
    vote_of_others<<<1, 32>>>(p); // expect-soft: barrier-divergence severity=warning says=vote.sync gpu-says=lane_31_of_the_warp_named_the_mask_0x0
    reduce_none<<<1, 32>>>((unsigned *)p); // expect-soft: barrier-divergence severity=warning says=which_is_lane_none gpu-says=lane_3_of_the_warp_named_the_mask_0x0
    match_others<<<1, 32>>>((unsigned *)p); // expect-soft: barrier-divergence severity=warning says=lanes_30-31 gpu-says=of_the_warp_named_the_mask_0x3fffffff
    cudaDeviceSynchronize();
    return 0;
}
