// nvcc: -arch=sm_90 -lineinfo
/* Blocks of a cluster use each other's shared memory in order: barriers of the cluster, also in two
 * halves, an mbarrier of the receiver, a flag in global memory. */
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) exchange(int *out)
{
    __shared__ int s[64], got[64];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x, other = cluster.block_rank() ^ 1, sum = 0;
    for (int k = 0; k < 3; k++) {
        s[t] = k + t;
        cluster.sync();
        sum += cluster.map_shared_rank(s, other)[t ^ 33];
        cluster.map_shared_rank(got, other)[t] = sum;
        cluster.sync();
        sum += got[t ^ 5];
    }
    out[blockIdx.x * 64 + t] = sum;
}

/* A warp that has not seen the barrier of the cluster learns of it behind one of the block. */
__global__ void __cluster_dims__(4, 1, 1) halves(int *out)
{
    __shared__ int s[64];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x, next = (cluster.block_rank() + 1) % 4;
    s[t] = t;
    cluster.barrier_arrive();
    int x = t * t;
    cluster.barrier_wait();
    __syncthreads();
    x += cluster.map_shared_rank(s, next)[63 - t];
    cluster.sync();
    s[t] = x;
    out[blockIdx.x * 64 + t] = s[t];
}

/* What one thread of each warp of the block wrote is read by all of the other block. */
__global__ void __cluster_dims__(2, 1, 1) leaders(int *out)
{
    __shared__ int sums[2];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x, x = t;
    for (int k = 16; k; k /= 2)
        x += __shfl_down_sync(0xffffffff, x, k);
    if (t % 32 == 0)
        sums[t / 32] = x;
    cluster.sync();
    const int *theirs = cluster.map_shared_rank(sums, cluster.block_rank() ^ 1);
    out[blockIdx.x * 64 + t] = theirs[0] + theirs[1] + sums[0];
    cluster.sync();
    if (t % 32 == 0)
        sums[t / 32] = 0;
}

/* The sender arrives at the mbarrier of the receiver. */
__global__ void __cluster_dims__(2, 1, 1) arrives(int *out)
{
    __shared__ unsigned long long bar;
    __shared__ int s[64];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x, rank = cluster.block_rank();
    unsigned b = (unsigned)__cvta_generic_to_shared(&bar);
    if (!t)
        asm volatile("mbarrier.init.shared.b64 [%0], 64; fence.mbarrier_init.release.cluster;" ::"r"(b) : "memory");
    cluster.sync();
    if (rank == 1) {
        unsigned there;
        cluster.map_shared_rank(s, 0)[t] = 7 * t;
        asm volatile("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(there) : "r"(b));
        asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(there) : "memory");
    } else {
        unsigned done = 0;
        while (!done)
            asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }"
                         : "=r"(done) : "r"(b) : "memory");
        out[t] = s[63 - t];
    }
    cluster.sync();
}

__global__ void __cluster_dims__(2, 1, 1) flag(int *word, int *out)
{
    __shared__ int s[64];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x;
    if (cluster.block_rank() == 1) {
        s[t] = t + 3;
        __syncthreads();
        if (!t) {
            __threadfence();
            atomicExch(word, 1);
        }
    } else {
        if (!t) {
            while (!atomicAdd(word, 0))
                ;
            __threadfence();
        }
        __syncthreads();
        out[t] = cluster.map_shared_rank(s, 1)[t ^ 1];
    }
    cluster.sync();
}

int main()
{
    int *out;
    cudaMalloc(&out, 4096);
    cudaMemset(out, 0, 4096);
    exchange<<<4, 64>>>(out);
    halves<<<8, 64>>>(out);
    leaders<<<4, 64>>>(out);
    arrives<<<2, 64>>>(out);
    flag<<<2, 64>>>(out + 1000, out);
    cudaError_t e = cudaDeviceSynchronize();
    cudaFree(out);
    return e != cudaSuccess;
}
