/* Lanes that meet as the PTX ISA has it: the same operation and mask, wherever it stands; lanes that have ended count for nothing. */
// nvcc: -arch=sm_80 -std=c++17
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cub/cub.cuh>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void left_early(int *to)
{
    if (threadIdx.x < 16)
        return;
    to[threadIdx.x] = __shfl_xor_sync(0xffffffff, threadIdx.x, 1);
    __syncwarp();
}

__global__ void two_places(int *to)
{
    int v;
    if (threadIdx.x % 2) {
        __syncwarp();
        v = 1;
    } else {
        __syncwarp();
        v = 2;
    }
    __syncthreads();
    to[threadIdx.x] = v;
}

__global__ void halves(int *to)
{
    int v = threadIdx.x;
    if (threadIdx.x % 32 < 16)
        v += __shfl_xor_sync(0x0000ffff, v, 1);
    else
        v -= __shfl_xor_sync(0xffff0000, v, 2);
    __syncthreads();
    to[threadIdx.x] = v;
}

__global__ void shrinking(int *to, int n)
{
    unsigned mask = __ballot_sync(0xffffffff, (int)threadIdx.x < n);
    int sum = 0;
    for (int i = threadIdx.x; i < n;) {
        sum += __shfl_sync(mask, i, __ffs(mask) - 1);
        i += 7 + threadIdx.x % 3;
        mask = __ballot_sync(mask, i < n);
    }
    __syncthreads();
    to[threadIdx.x] = sum;
}

/* Lane l goes round l times; each round with those that are left. */
__global__ void one_by_one(int *to)
{
    int sum = 0;
    for (unsigned i = 0; i < threadIdx.x; i++)
        sum += __reduce_add_sync(0xfffffffeu << i, 1u);
    __syncwarp();
    to[threadIdx.x] = sum;
}

__global__ void groups(int *to)
{
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<8>(block);
    int v = cg::reduce(tile, (int)threadIdx.x, cg::plus<int>());
    if (threadIdx.x % 3 == 0) {
        cg::coalesced_group some = cg::coalesced_threads();
        v += some.shfl(v, 0);
        some.sync();
    }
    auto labels = cg::labeled_partition(cg::coalesced_threads(), (int)threadIdx.x % 5);
    v += labels.any(v > 3);
    if (threadIdx.x < 20) {
        unsigned now = __activemask();
        v += __popc(__ballot_sync(now, v & 1));
    }
    unsigned same = __match_any_sync(0xffffffff, v & 3);
    v += __popc(same);
    __syncwarp(same);
    to[threadIdx.x] = v;
}

__global__ void primitives(int *to)
{
    using reduce = cub::WarpReduce<int, 20>;
    using scan = cub::WarpScan<int>;
    __shared__ typename reduce::TempStorage a[4];
    __shared__ typename scan::TempStorage b[2];
    int v = threadIdx.x, lane = threadIdx.x % 32;
    if (lane < 20)
        v = reduce(a[threadIdx.x / 32]).Sum(v);
    scan(b[threadIdx.x / 32]).InclusiveSum(v, v);
    __syncthreads();
    to[threadIdx.x] = v;
}

/* One lane holds a lock, the others wait for it. */
__global__ void lock(int *to, int *taken)
{
    for (bool done = false; !done;) {
        if (atomicCAS(taken, 0, 1) == 0) {
            __threadfence();
            *(volatile int *)to += 1;
            __threadfence();
            atomicExch(taken, 0);
            done = true;
        }
        __syncwarp(__activemask());
    }
}

int main(void)
{
    int *p, *taken;
    cudaMalloc(&p, 512);
    cudaMalloc(&taken, 4);
    cudaMemset(taken, 0, 4);
    cudaMemset(p, 0, 512);
    lock<<<1, 8>>>(p, taken);
    left_early<<<1, 48>>>(p);
    two_places<<<1, 64>>>(p);
    halves<<<1, 64>>>(p);
    shrinking<<<1, 32>>>(p, 29);
    one_by_one<<<1, 32>>>(p);
    groups<<<1, 64>>>(p);
    primitives<<<1, 64>>>(p);
    return cudaDeviceSynchronize();
}
