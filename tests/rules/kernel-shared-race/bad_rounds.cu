// nvcc: -arch=sm_90 -std=c++17
/* Each round begins and ends with a barrier, and what lies between races: a warp that leaves a barrier late knows what the others did before it, not
 * what they have done since, even where they wait at the next one already. */
#include <cuda/barrier>
#include <cuda_runtime.h>

__global__ void swap(int *o)
{
    __shared__ int s[256];
    int t = threadIdx.x;
    __syncthreads();
    s[t] = o[t];
    int x = s[t ^ 32];
    __syncthreads();
    o[t] = x;
}

/* The barrier behind the sum is missing: the next tile is written while others still read this one. */
__global__ void tiles(const int *in, int *out)
{
    __shared__ int s[256];
    int t = threadIdx.x, sum = 0;
    for (int k = 0; k < 4; k++) {
        s[t] = in[k * 256 + t];
        __syncthreads();
        sum += s[255 - t];
    }
    out[t] = sum;
}

/* Warps two by two. */
__global__ void pairs(int *o)
{
    __shared__ int s[256];
    int t = threadIdx.x, x = 0;
    for (int k = 0; k < 3; k++) {
        asm volatile("bar.sync %0, 64;" ::"r"(1 + t / 64) : "memory");
        s[t] = o[t] + k;
        x += s[t ^ 32];
        asm volatile("bar.sync %0, 64;" ::"r"(1 + t / 64) : "memory");
    }
    o[t] = x;
}

/* What the producer writes after it has arrived is not in the barrier. */
__global__ void arrives_first(int *o)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    if (t < 32) {
        asm volatile("bar.arrive 1, 64;" ::: "memory");
        s[t] = t + 1;
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        o[t] = s[t - 32];
    }
}

/* Between the two halves of a split barrier. */
__global__ void split_cluster(int *o)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
    s[t] = o[t];
    asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
    o[t] = s[t ^ 32];
}

__global__ void cluster_rounds(int *o)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
    s[t] = o[t];
    int x = s[t ^ 32];
    asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
    o[t] = x;
}

__global__ void phases(int *o)
{
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int s[128];
    int t = threadIdx.x, x = 0;
    if (!t)
        init(&bar, 128);
    __syncthreads();
    for (int k = 0; k < 3; k++) {
        bar.arrive_and_wait();
        s[t] = o[t] + k;
        x += s[t ^ 32];
    }
    bar.arrive_and_wait();
    o[t] = x;
}

__global__ void split_phase(int *o)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int s[128];
    int t = threadIdx.x;
    if (!t)
        init(&bar, 128);
    __syncthreads();
    auto token = bar.arrive();
    s[t] = o[t];
    bar.wait(std::move(token));
    o[t] = s[t ^ 32];
}

int main()
{
    int *in, *out, host[1024];
    for (int k = 0; k < 1024; k++)
        host[k] = 3 * k + 1;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(out, host, sizeof host, cudaMemcpyHostToDevice);
    swap<<<1, 256>>>(out); // expect-soft: kernel-shared-race severity=warning says=belong_to_one_block
    tiles<<<1, 256>>>(in, out); // expect-soft: kernel-shared-race severity=warning says=belong_to_one_block
    pairs<<<1, 256>>>(out); // expect-soft: kernel-shared-race unseen=its_barriers_are_not_counted severity=warning says=belong_to_one_block
    arrives_first<<<1, 64>>>(out); // expect-soft: kernel-shared-race unseen=its_barriers_are_not_counted severity=warning says=belong_to_one_block
    split_cluster<<<1, 64>>>(out); // expect-soft: kernel-shared-race unseen=its_barriers_are_not_counted severity=warning says=belong_to_one_block
    cluster_rounds<<<1, 64>>>(out); // expect-soft: kernel-shared-race unseen=its_barriers_are_not_counted severity=warning says=belong_to_one_block
    phases<<<1, 128>>>(out); // expect-soft: kernel-shared-race unseen=its_barriers_are_not_counted severity=warning says=belong_to_one_block
    split_phase<<<1, 128>>>(out); // expect-soft: kernel-shared-race unseen=its_barriers_are_not_counted severity=warning says=belong_to_one_block
    return cudaDeviceSynchronize() || (cudaFree(in) | cudaFree(out));
}
