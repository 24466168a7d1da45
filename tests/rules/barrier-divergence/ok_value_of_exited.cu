/* Values of lanes that have exited, or are in no mask, which nobody uses: by a condition, by a choice, by a factor 0; and sums that leave nobody out. */
// nvcc: -arch=sm_80 -std=c++17
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cub/cub.cuh>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void difference(const int *from, int n, int *to)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    int v = from[i], next = __shfl_down_sync(0xffffffff, v, 1);
    if (i % 32 == 31)
        next = i + 1 < n ? from[i + 1] : 0;
    if (i + 1 < n)
        to[i] = next - v;
}

__global__ void chosen(const int *from, int n, int *to)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    int v = from[i], next = __shfl_down_sync(0xffffffff, v, 1), mine = i + 1 < n;
    to[i] = (mine ? next : v) + v;
    to[i + 64] = next * mine + (next & -mine);
    if (i + 1 < n && next > v)
        to[i + 128] = 1;
}

__global__ void total(const int *from, int n, int *to)
{
    int i = threadIdx.x, v = i < n ? from[i] : 0;
    for (int by = 16; by; by /= 2)
        v += __shfl_down_sync(0xffffffff, v, by);
    if (i % 32 == 0)
        atomicAdd(to, v);
}

__global__ void rest(const int *from, int n, int *to)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    auto some = cg::coalesced_threads();
    int v = cg::reduce(some, from[i], cg::plus<int>());
    if (some.thread_rank() == 0)
        atomicAdd(to, v);
}

__global__ void counted(const int *from, int n, int *to)
{
    using reduce = cub::WarpReduce<int>;
    using half = cub::WarpReduce<int, 20>;
    using scan = cub::WarpScan<int>;
    __shared__ typename reduce::TempStorage a[2];
    __shared__ typename half::TempStorage c[2];
    __shared__ typename scan::TempStorage b[2];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, v = from[threadIdx.x], prefix;
    v = reduce(a[warp]).Sum(v, n - 32 * warp);
    if (lane < 20)
        v += half(c[warp]).Sum(v);
    scan(b[warp]).InclusiveSum(v, prefix);
    to[threadIdx.x] = v + prefix;
}

int main(void)
{
    int *p, *to;
    cudaMalloc(&p, 1024);
    cudaMalloc(&to, 1024);
    cudaMemset(p, 1, 1024);
    cudaMemset(to, 0, 1024);
    difference<<<1, 64>>>(p, 52, to);
    chosen<<<1, 64>>>(p, 52, to);
    total<<<1, 64>>>(p, 52, to);
    rest<<<1, 64>>>(p, 52, to);
    counted<<<1, 64>>>(p, 52, to);
    return cudaDeviceSynchronize();
}
