// nvcc: -arch=sm_90 -lineinfo
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

/* A histogram over the shared memory of all blocks of a cluster, then each block hands its part on. */
__global__ void __cluster_dims__(4, 1, 1) histogram(const int *in, int n, int *bins, int *copy)
{
    __shared__ int mine[16], received[16];
    cg::cluster_group cluster = cg::this_cluster();
    unsigned rank = cluster.block_rank();
    if (threadIdx.x < 16)
        mine[threadIdx.x] = 0;
    cluster.sync();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(cluster.map_shared_rank(mine, in[i] / 16) + in[i] % 16, 1);
    cluster.barrier_arrive();
    int offset = rank * 16 + threadIdx.x;
    cluster.barrier_wait();
    if (threadIdx.x < 16) {
        cluster.map_shared_rank(received, (rank + 1) % 4)[threadIdx.x] = mine[threadIdx.x];
        bins[offset] = mine[threadIdx.x];
    }
    cluster.sync();
    if (threadIdx.x < 16)
        copy[(rank + 3) % 4 * 16 + threadIdx.x] = received[threadIdx.x];
    if (threadIdx.x < 16)
        received[threadIdx.x] = 0;
}

int main()
{
    const int n = 1000;
    int *in, *bins, *copy, want[64] = { 0 }, bad = 0;
    cudaMallocManaged(&in, n * sizeof *in);
    cudaMallocManaged(&bins, 64 * sizeof *bins);
    cudaMallocManaged(&copy, 64 * sizeof *copy);
    for (int i = 0; i < n; i++)
        want[in[i] = i * i * 7 % 64]++;
    histogram<<<4, 64>>>(in, n, bins, copy);
    if (cudaDeviceSynchronize())
        return 1;
    for (int i = 0; i < 64; i++)
        bad += bins[i] != want[i] || copy[i] != want[i];
    cudaFree(in);
    cudaFree(bins);
    cudaFree(copy);
    return bad != 0;
}
