// nvcc: -arch=sm_90 -std=c++17
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/ptx>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;
using barrier = cuda::barrier<cuda::thread_scope_block>;

enum { THREADS = 128, TILES = 6 };

/* Each thread waits for what it has begun itself, and uses nothing else. */
__global__ void own(const int4 *in, int4 *out)
{
    __shared__ int4 tile[THREADS];
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int4));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[threadIdx.x] = tile[threadIdx.x];
}

/* Two buffers: the wait leaves the next one pending, the barrier behind it tells the others. */
__global__ void doubled(const int *in, int *out)
{
    __shared__ int tile[2][THREADS];
    int sum = 0;
    __pipeline_memcpy_async(&tile[0][threadIdx.x], &in[threadIdx.x], 4);
    __pipeline_commit();
    for (int k = 0; k < TILES; k++) {
        if (k + 1 < TILES)
            __pipeline_memcpy_async(&tile[(k + 1) % 2][threadIdx.x], &in[(k + 1) * THREADS + threadIdx.x], 4);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        sum += tile[k % 2][THREADS - 1 - threadIdx.x];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}

/* As matrix products do: four stages, one barrier in each round. */
__global__ void staged(const int4 *in, int *out)
{
    enum { STAGES = 4 };
    __shared__ int4 tile[STAGES][THREADS];
    int sum = 0;
    for (int k = 0; k < STAGES - 1; k++) {
        __pipeline_memcpy_async(&tile[k][threadIdx.x], &in[k * THREADS + threadIdx.x], 16);
        __pipeline_commit();
    }
    for (int k = 0; k < TILES; k++) {
        __pipeline_wait_prior(STAGES - 2);
        __syncthreads();
        int next = k + STAGES - 1;
        if (next < TILES)
            __pipeline_memcpy_async(&tile[next % STAGES][threadIdx.x], &in[next * THREADS + threadIdx.x], 16);
        __pipeline_commit();
        sum += tile[k % STAGES][(threadIdx.x + 33) % THREADS].x;
    }
    out[threadIdx.x] = sum;
}

__global__ void groups(const int *in, int *out)
{
    __shared__ int tile[THREADS];
    auto block = cg::this_thread_block();
    for (int k = 0; k < 3; k++) {
        cg::memcpy_async(block, tile, in + k * THREADS, sizeof tile);
        cg::wait(block);
        out[threadIdx.x] = tile[THREADS - 1 - threadIdx.x];
        block.sync();
    }
}

__global__ void pipelined(const int *in, int *out)
{
    __shared__ int tile[2][THREADS];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    int sum = 0;
    for (int next = 0, k = 0; k < TILES; k++) {
        for (; next < TILES && next < k + 2; next++) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, tile[next % 2], in + next * THREADS, cuda::aligned_size_t<4>(sizeof tile[0]), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum += tile[k % 2][THREADS - 1 - threadIdx.x];
        pipe.consumer_release();
    }
    out[threadIdx.x] = sum;
}

/* One half of the block brings tiles, the other half uses them. */
__global__ void halves(const int *in, int *out)
{
    __shared__ int tile[2][THREADS];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cg::this_thread_block();
    auto role = threadIdx.x < THREADS / 2 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
    auto pipe = cuda::make_pipeline(block, &state, role);
    int sum = 0;
    for (int k = 0; k < TILES; k++)
        if (role == cuda::pipeline_role::producer) {
            pipe.producer_acquire();
            cuda::memcpy_async(&tile[k % 2][threadIdx.x], &in[k * THREADS + threadIdx.x], 4, pipe);
            pipe.producer_commit();
        } else {
            pipe.consumer_wait();
            sum += tile[k % 2][threadIdx.x - THREADS / 2];
            pipe.consumer_release();
        }
    out[threadIdx.x] = sum;
}

__global__ void told(const int *in, int *out)
{
    __shared__ int tile[THREADS];
    __shared__ barrier bar;
    auto block = cg::this_thread_block();
    if (!threadIdx.x)
        init(&bar, THREADS);
    block.sync();
    for (int k = 0; k < 3; k++) {
        cuda::memcpy_async(&tile[threadIdx.x], &in[k * THREADS + threadIdx.x], 4, bar);
        bar.arrive_and_wait();
        out[threadIdx.x] = tile[THREADS - 1 - threadIdx.x];
        block.sync();
    }
}

/* Fetched in bulk, changed, and stored in bulk, with two buffers. */
__global__ void bulk(const int *in, int *out)
{
    __shared__ alignas(16) int tile[2][THREADS];
    __shared__ barrier bar;
    if (!threadIdx.x)
        init(&bar, THREADS);
    __syncthreads();
    for (int k = 0; k < TILES; k++) {
        barrier::arrival_token token;
        if (!threadIdx.x) {
            ptx::cp_async_bulk_wait_group_read(ptx::n32_t<1>());
            cuda::device::memcpy_async_tx(tile[k % 2], in + k * THREADS, cuda::aligned_size_t<16>(sizeof tile[0]), bar);
            token = cuda::device::barrier_arrive_tx(bar, 1, sizeof tile[0]);
        } else {
            token = bar.arrive();
        }
        bar.wait(std::move(token));
        tile[k % 2][threadIdx.x] += 1;
        ptx::fence_proxy_async(ptx::space_shared);
        __syncthreads();
        if (!threadIdx.x) {
            ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + k * THREADS, tile[k % 2], sizeof tile[0]);
            ptx::cp_async_bulk_commit_group();
        }
    }
    if (!threadIdx.x)
        ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
}

/* One warp waits for the tile, and a barrier tells all others. */
__global__ void one_waits(const int *in, int *out)
{
    __shared__ alignas(16) int tile[THREADS];
    __shared__ barrier bar;
    if (!threadIdx.x) {
        init(&bar, 1);
        cuda::device::memcpy_async_tx(tile, in, cuda::aligned_size_t<16>(sizeof tile), bar);
        bar.wait(cuda::device::barrier_arrive_tx(bar, 1, sizeof tile));
    }
    __syncthreads();
    out[threadIdx.x] = tile[THREADS - 1 - threadIdx.x];
}

int main()
{
    int *in, *out;
    size_t bytes = TILES * THREADS * sizeof(int4);
    cudaMalloc(&in, bytes);
    cudaMalloc(&out, bytes);
    cudaMemset(in, 0, bytes);
    own<<<2, THREADS>>>((int4 *)in, (int4 *)out);
    cudaDeviceSynchronize();
    doubled<<<1, THREADS>>>(in, out);
    staged<<<1, THREADS>>>((int4 *)in, out);
    groups<<<1, THREADS>>>(in, out);
    pipelined<<<1, THREADS>>>(in, out);
    halves<<<1, THREADS>>>(in, out);
    told<<<1, THREADS>>>(in, out);
    bulk<<<1, THREADS>>>(in, out);
    one_waits<<<1, THREADS>>>(in, out);
    int error = cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return error;
}
