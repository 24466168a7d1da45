/* Sums over the lanes of a warp some of which have left: the value of a lane that is gone is undefined, and goes into the result. */
// nvcc: -arch=sm_80
// unseen on a GPU: values are followed through registers by the software device only
#include <cuda_runtime.h>

__global__ void total(const int *from, int n, int *to)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int v = from[i];
    for (int by = 16; by; by /= 2)
        v += __shfl_down_sync(0xffffffff, v, by); // site: kernel
    if (threadIdx.x % 32 == 0)
        atomicAdd(to, v);
}

__global__ void small_block(int *to)
{
    int v = 1;
    for (int by = 16; by; by /= 2)
        v += __shfl_xor_sync(0xffffffff, v, by); // site: kernel
    to[threadIdx.x] = v;
}

__global__ void left_the_loop(const int *count, int *to)
{
    unsigned mask = 0xffffffff;
    int sum = 0;
    for (int i = 0; i < count[threadIdx.x]; i++) {
        mask = __activemask();
        sum += __shfl_sync(mask, (int)threadIdx.x, 31); // site: kernel
    }
    to[threadIdx.x] = sum;
}

int main(void)
{
    int *p, *to, count[64];
    cudaMalloc(&p, 1024);
    cudaMalloc(&to, 1024);
    for (int i = 0; i < 64; i++)
        count[i] = 1 + i % 32 / 31;
    count[31] = 1;
    count[0] = 2;
    cudaMemcpy(p, count, sizeof count, cudaMemcpyHostToDevice);
    cudaMemset(to, 0, 1024);
    total<<<1, 64>>>(p, 52, to); // expect-soft: barrier-divergence severity=warning says=which_has_exited says=got_an_undefined_value
    small_block<<<1, 24>>>(to); // expect-soft: barrier-divergence severity=warning says=which_the_block_does_not_have
    left_the_loop<<<1, 32>>>(p, to); // expect-soft: barrier-divergence severity=warning says=which_is_not_in_that_mask
    cudaDeviceSynchronize();
    return 0;
}
