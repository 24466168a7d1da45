// nvcc: -arch=sm_90 -std=c++17
/* The same shapes with all the barriers that they need. */
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void swap(int *o)
{
    __shared__ int s[256];
    int t = threadIdx.x;
    for (int k = 0; k < 3; k++) {
        s[t] = o[t] + k;
        __syncthreads();
        int x = s[t ^ 32];
        __syncthreads();
        o[t] = x;
    }
}

__global__ void tree(const int *in, int *out)
{
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = in[t];
    for (int k = 128; k; k >>= 1) {
        __syncthreads();
        if (t < k)
            s[t] += s[t + k];
    }
    if (!t)
        *out = s[0];
}

__global__ void two_tiles(const int *in, int *out)
{
    __shared__ int s[2][256];
    int t = threadIdx.x, sum = 0;
    for (int k = 0; k < 4; k++) {
        s[k & 1][t] = in[k * 256 + t];
        __syncthreads();
        sum += s[k & 1][255 - t];
    }
    out[t] = sum;
}

__global__ void pairs(int *o)
{
    __shared__ int s[256];
    int t = threadIdx.x, x = 0;
    for (int k = 0; k < 3; k++) {
        s[t] = o[t] + k;
        asm volatile("bar.sync %0, 64;" ::"r"(1 + t / 64) : "memory");
        x += s[t ^ 32];
        asm volatile("bar.sync %0, 64;" ::"r"(1 + t / 64) : "memory");
    }
    o[t] = x;
}

/* One warp fills two buffers in turn, three others empty them. */
__global__ void producer(const int *in, int *o)
{
    __shared__ int s[2][32];
    int t = threadIdx.x, sum = 0;
    for (int k = 0; k < 6; k++) {
        int b = k & 1;
        if (t < 32) {
            if (k > 1)
                asm volatile("bar.sync %0, 128;" ::"r"(3 + b) : "memory");
            s[b][t] = in[k * 32 + t];
            asm volatile("bar.arrive %0, 128;" ::"r"(1 + b) : "memory");
        } else {
            asm volatile("bar.sync %0, 128;" ::"r"(1 + b) : "memory");
            sum += s[b][(t + 7) & 31];
            if (k < 4)
                asm volatile("bar.arrive %0, 128;" ::"r"(3 + b) : "memory");
        }
    }
    o[t] = sum;
}

/* A chain: the first tells the second by one barrier, the second the third by another. */
__global__ void chain(int *o)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    if (t < 32) {
        s[t] = t + 1;
        asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else if (t < 64) {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        asm volatile("bar.arrive 2, 64;" ::: "memory");
    } else {
        asm volatile("bar.sync 2, 64;" ::: "memory");
        o[t] = s[95 - t];
    }
}

__global__ void cluster_rounds(int *o)
{
    __shared__ int s[64], far;
    int t = threadIdx.x, x = 0;
    for (int k = 0; k < 3; k++) {
        s[t] = o[t] + k;
        asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
        far = 1;
        asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
        x += s[t ^ 32];
        asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
    }
    o[t] = x + far;
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
        s[t] = o[t] + k;
        auto token = bar.arrive();
        x += k;
        bar.wait(std::move(token));
        x += s[t ^ 32];
        bar.arrive_and_wait();
    }
    o[t] = x;
}

/* Two buffers, each with a barrier for "full" and one for "empty". */
__global__ void roles(const int *in, int *o)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> full[2], empty[2];
    __shared__ int s[2][64];
    int t = threadIdx.x, sum = 0;
    if (t < 2) {
        init(&full[t], 128);
        init(&empty[t], 128);
    }
    __syncthreads();
    if (t < 64) {
        for (int k = 0; k < 6; k++) {
            empty[k & 1].arrive_and_wait();
            s[k & 1][t] = in[k * 64 + t];
            (void)full[k & 1].arrive();
        }
        return;
    }
    (void)empty[0].arrive();
    (void)empty[1].arrive();
    for (int k = 0; k < 6; k++) {
        full[k & 1].arrive_and_wait();
        sum += s[k & 1][(t + 9) & 63];
        (void)empty[k & 1].arrive();
    }
    o[t] = sum;
}

__global__ void pipeline(const int *in, int *o)
{
    __shared__ int s[2][128];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    int t = threadIdx.x, sum = 0;
    for (int k = 0, filled = 0; k < 6; k++) {
        for (; filled < 6 && filled < k + 2; filled++) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, s[filled & 1], in + filled * 128, sizeof s[0], pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum += s[k & 1][127 - t];
        pipe.consumer_release();
    }
    o[t] = sum;
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
    swap<<<1, 256>>>(out);
    tree<<<1, 256>>>(in, out);
    two_tiles<<<1, 256>>>(in, out);
    pairs<<<1, 256>>>(out);
    producer<<<1, 128>>>(in, out);
    chain<<<1, 96>>>(out);
    cluster_rounds<<<1, 64>>>(out);
    phases<<<1, 128>>>(out);
    roles<<<1, 128>>>(in, out);
    pipeline<<<1, 128>>>(in, out);
    return cudaDeviceSynchronize() || (cudaFree(in) | cudaFree(out));
}
