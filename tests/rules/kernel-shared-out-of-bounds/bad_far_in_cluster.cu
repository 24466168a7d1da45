// nvcc: -arch=sm_90
// soft only: where the memory of the other blocks lies is the device's affair
/* A wrong index into the block's own array is that, even if it leads to where another block of the cluster lies. */
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) fill(int *to, int far)
{
    __shared__ int some[32];
    cg::cluster_group cluster = cg::this_cluster();
    some[threadIdx.x] = threadIdx.x;
    cluster.sync();
    to[threadIdx.x] = cluster.map_shared_rank(some, cluster.block_rank() ^ 1)[threadIdx.x];
    to[threadIdx.x] += some[threadIdx.x + far];             // site: kernel
    cluster.sync();
}

int main()
{
    int *to;
    if (cudaMalloc(&to, 32 * sizeof *to))
        return 1;
    cudaMemset(to, 0, 32 * sizeof *to);
    fill<<<2, 32>>>(to, 2 << 22);                           // expect: kernel-shared-out-of-bounds
    return cudaDeviceSynchronize() == cudaSuccess;
}
