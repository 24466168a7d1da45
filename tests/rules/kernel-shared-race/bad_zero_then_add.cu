// nvcc: -arch=sm_75
/* Sums that one warp sets to zero and all add to: without a barrier between, the zero may come last.
 * The addition of the thread that stored it, right behind the store, does not hide that. */
#include <cuda_runtime.h>

__global__ void scalar(int *out)
{
    __shared__ int s;
    if (threadIdx.x == 0)
        s = 0;
    atomicAdd(&s, 1);
    __syncthreads();
    out[threadIdx.x] = s;
}

__global__ void columns(int *out)
{
    __shared__ float s[32];
    if (threadIdx.x < 32)
        s[threadIdx.x] = 0;
    atomicAdd(&s[threadIdx.x % 32], 1.0f);
    __syncthreads();
    out[threadIdx.x] = (int)s[threadIdx.x % 32];
}

/* The same with an exchange that the owner makes, and in a later round. */
__global__ void rounds(int *out)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    for (int round = 0; round < 3; round++) {
        if (round < 2 || t < 32)
            s[t % 32] = 0;
        if (round < 2)
            __syncthreads();
        atomicMax(&s[t % 32], t);
        __syncthreads();
    }
    out[t] = s[t % 32];
}

int main()
{
    int *out;
    cudaMalloc(&out, 1024);
    scalar<<<1, 256>>>(out); // expect-soft: kernel-shared-race severity=warning says=lanes_of_one_warp gpu-says=nothing_orders_the_two unsaid=both_accesses
    columns<<<1, 256>>>(out); // expect-soft: kernel-shared-race severity=warning says=belong_to_one_block unsaid=both_accesses
    rounds<<<1, 256>>>(out); // expect-soft: kernel-shared-race severity=warning says=belong_to_one_block unsaid=both_accesses
    return cudaDeviceSynchronize() || cudaFree(out);
}
