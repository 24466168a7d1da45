// nvcc: -arch=sm_90 -lineinfo
// soft only: a GPU tells of no races
/* Blocks of a cluster use each other's shared memory, and what should order them does not: a barrier
 * of one block, none at all, or one of the cluster on the wrong side. */
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

/* A barrier of the block does not wait for the other one. */
__global__ void __cluster_dims__(2, 1, 1) read_early(int *out)
{
    __shared__ int s[64];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x;
    s[t] = blockIdx.x * 100 + t;
    __syncthreads();
    out[blockIdx.x * 64 + t] = cluster.map_shared_rank(s, cluster.block_rank() ^ 1)[t];
    cluster.sync();
}

/* The other block reads what it was sent behind a barrier of its own. */
__global__ void __cluster_dims__(2, 1, 1) sent(int *out)
{
    __shared__ int s[64];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x;
    cluster.map_shared_rank(s, cluster.block_rank() ^ 1)[t] = t;
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[t];
    cluster.sync();
}

/* The next round is written while the other block may still read this one. */
__global__ void __cluster_dims__(2, 1, 1) rounds(int *out)
{
    __shared__ int s[64];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x, sum = 0;
    for (int k = 0; k < 3; k++) {
        s[t] = k + t;
        cluster.sync();
        sum += cluster.map_shared_rank(s, cluster.block_rank() ^ 1)[t];
    }
    out[blockIdx.x * 64 + t] = sum;
    cluster.sync();
}

/* Two blocks send to the same place of a third. */
__global__ void __cluster_dims__(4, 1, 1) two_senders(int *out)
{
    __shared__ int s[64];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x, rank = cluster.block_rank();
    cluster.sync();
    if (rank == 1 || rank == 2)
        cluster.map_shared_rank(s, 0)[t] = rank * 64 + t;
    cluster.sync();
    if (!rank)
        out[t] = s[t];
}

int main()
{
    int *out;
    cudaMalloc(&out, 4096);
    read_early<<<2, 64>>>(out); // expect: kernel-shared-race severity=warning says=belong_to_one_cluster
    sent<<<2, 64>>>(out); // expect: kernel-shared-race severity=warning says=belong_to_one_cluster
    rounds<<<2, 64>>>(out); // expect: kernel-shared-race severity=warning says=belong_to_one_cluster
    two_senders<<<4, 64>>>(out); // expect: kernel-shared-race severity=warning says=belong_to_one_cluster
    cudaDeviceSynchronize();
    cudaFree(out);
    return 0;
}
