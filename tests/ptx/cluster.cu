/* Clusters: shared memory of other blocks, barriers, flags, counted stores and bulk copies; for ptx_cluster_test.c.
 * cluster_90.ptx is `nvcc -ptx -std=c++17 -arch=sm_90` of it. */
#include <cooperative_groups.h>
#include <cuda/ptx>
namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

extern "C" __global__ void __cluster_dims__(2, 3, 1) ids(unsigned *out)
{
    auto c = cg::this_cluster();
    if (threadIdx.x)
        return;
    unsigned b = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    unsigned *o = out + b * 16;
    auto bi = c.block_index();
    auto dim = c.dim_blocks();
    uint3 id, n;
    asm("mov.u32 %0, %%clusterid.x; mov.u32 %1, %%clusterid.y; mov.u32 %2, %%clusterid.z;" : "=r"(id.x), "=r"(id.y), "=r"(id.z));
    asm("mov.u32 %0, %%nclusterid.x; mov.u32 %1, %%nclusterid.y; mov.u32 %2, %%nclusterid.z;" : "=r"(n.x), "=r"(n.y), "=r"(n.z));
    o[0] = bi.x;
    o[1] = bi.y;
    o[2] = bi.z;
    o[3] = dim.x;
    o[4] = dim.y;
    o[5] = dim.z;
    o[6] = c.block_rank();
    o[7] = c.num_blocks();
    o[8] = id.x;
    o[9] = id.y;
    o[10] = id.z;
    o[11] = n.x;
    o[12] = n.y;
    o[13] = n.z;
    o[14] = __clusterDimIsSpecified();
    o[15] = c.thread_rank() | c.num_threads() << 16;
}

/* Histogram over distributed shared memory, as in the programming guide. */
extern "C" __global__ void __cluster_dims__(4, 1, 1) histogram(unsigned *bins, int nbins, int per, const int *in, int n)
{
    extern __shared__ unsigned s[];
    auto c = cg::this_cluster();
    for (int i = threadIdx.x; i < per; i += blockDim.x)
        s[i] = 0;
    c.sync();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int b = in[i];
        unsigned *d = c.map_shared_rank(s, b / per);
        atomicAdd(d + b % per, 1);
    }
    c.sync();
    unsigned *l = bins + c.block_rank() * per;
    for (int i = threadIdx.x; i < per; i += blockDim.x)
        atomicAdd(&l[i], s[i]);
}

/* Each block reads its neighbour's values; arrive and wait are apart. */
extern "C" __global__ void __cluster_dims__(4, 1, 1) ring(int *out)
{
    __shared__ int v[64], w[64];
    auto c = cg::this_cluster();
    unsigned r = c.block_rank();
    v[threadIdx.x] = blockIdx.x * 1000 + threadIdx.x;
    c.barrier_arrive();
    w[threadIdx.x] = threadIdx.x * 7;
    c.barrier_wait();
    int *o = c.map_shared_rank(v, (r + 1) % 4);
    int got = o[63 - threadIdx.x];
    c.sync();
    out[blockIdx.x * 64 + threadIdx.x] = got + w[threadIdx.x];
    v[threadIdx.x] = -1;
}

/* Remote stores, then read locally. */
extern "C" __global__ void __cluster_dims__(2, 2, 1) scatter(int *out)
{
    __shared__ int v[4][32];
    auto c = cg::this_cluster();
    unsigned r = c.block_rank();
    c.sync();
    for (int k = 0; k < 4; k++)
        c.map_shared_rank(&v[0][0], k)[r * 32 + threadIdx.x] = r * 100 + k * 10000 + threadIdx.x;
    c.sync();
    int s = 0;
    for (int k = 0; k < 4; k++)
        s += v[k][threadIdx.x];
    out[(blockIdx.x + gridDim.x * blockIdx.y) * 32 + threadIdx.x] = s;
}

/* Blocks of a cluster hand a value on by flags in shared memory of the next. */
extern "C" __global__ void __cluster_dims__(8, 1, 1) chain(int *out)
{
    __shared__ volatile int flag;
    __shared__ int value;
    auto c = cg::this_cluster();
    unsigned r = c.block_rank();
    if (!threadIdx.x) {
        flag = 0;
        value = 0;
    }
    c.sync();
    if (!threadIdx.x) {
        if (r)
            while (!flag)
                ;
        __threadfence();
        int mine = r ? value : 1;
        if (r < 7) {
            *c.map_shared_rank(&value, r + 1) = mine * 3;
            __threadfence();
            *c.map_shared_rank((int *)&flag, r + 1) = 1;
        }
        out[blockIdx.x] = mine;
    }
    c.sync();
}

extern "C" __global__ void __cluster_dims__(3, 1, 1) addresses(unsigned *out)
{
    __shared__ int v;
    auto c = cg::this_cluster();
    int *o = c.map_shared_rank(&v, (c.block_rank() + 1) % c.num_blocks());
    unsigned x = 0;
    x |= __isShared(&v) << 0 | __isCtaShared(&v) << 1 | __isClusterShared(&v) << 2 | __isCtaShared(o) << 4 | __isClusterShared(o) << 5 |
         __isGlobal(o) << 6 | __isLocal(o) << 7 | (c.query_shared_rank(o) == (int)((c.block_rank() + 1) % c.num_blocks())) << 8 |
         (c.query_shared_rank(&v) == (int)c.block_rank()) << 9 | (c.map_shared_rank(o, c.block_rank()) == &v) << 10;
    if (!threadIdx.x)
        out[blockIdx.x] = x;
    v = 0;
    c.sync();
}

/* Global memory: written before the barrier of the cluster, read by another block behind it. */
extern "C" __global__ void __cluster_dims__(2, 1, 1) through(int *tmp, int *out)
{
    auto c = cg::this_cluster();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tmp[i] = i * 5;
    c.sync();
    out[i] = tmp[i ^ 32];
}

/* Remote mbarrier: every block arrives at block 0's. */
extern "C" __global__ void __cluster_dims__(4, 1, 1) remote_barrier(int *out)
{
    __shared__ __align__(8) uint64_t bar;
    __shared__ int v[4];
    auto c = cg::this_cluster();
    unsigned r = c.block_rank();
    if (!threadIdx.x && !r) {
        ptx::mbarrier_init(&bar, 4);
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
    c.sync();
    if (!threadIdx.x) {
        c.map_shared_rank(v, 0)[r] = 10 + r;
        uint64_t *rb = c.map_shared_rank(&bar, 0);
        ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster, rb, 1u);
    }
    if (!r) {
        while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &bar, 0))
            ;
        if (threadIdx.x < 4)
            out[blockIdx.x + threadIdx.x] = v[threadIdx.x];
    }
    c.sync();
}

/* St.async into the next block, which waits on its own barrier. */
extern "C" __global__ void __cluster_dims__(2, 1, 1) store_async(int *out)
{
    __shared__ __align__(16) int v[64];
    __shared__ __align__(8) uint64_t bar;
    auto c = cg::this_cluster();
    unsigned o = c.block_rank() ^ 1;
    if (!threadIdx.x) {
        ptx::mbarrier_init(&bar, 1);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, 256);
    }
    c.sync();
    int *rv = c.map_shared_rank(v, o);
    uint64_t *rb = c.map_shared_rank(&bar, o);
    if (threadIdx.x < 16) {
        int t = threadIdx.x * 4, b = blockIdx.x * 1000;
        int val[4] = {b + t, b + t + 1, b + t + 2, b + t + 3};
        ptx::st_async(rv + t, val, rb);
    }
    while (!ptx::mbarrier_try_wait_parity(&bar, 0))
        ;
    out[blockIdx.x * 64 + threadIdx.x] = v[threadIdx.x];
    c.sync();
}

/* Red.async. */
extern "C" __global__ void __cluster_dims__(2, 1, 1) reduce_async(unsigned *out)
{
    __shared__ unsigned v[2];
    __shared__ __align__(8) uint64_t bar;
    auto c = cg::this_cluster();
    unsigned o = c.block_rank() ^ 1;
    if (!threadIdx.x) {
        v[0] = 5;
        v[1] = 100;
        ptx::mbarrier_init(&bar, 1);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, 32 * 8);
    }
    c.sync();
    unsigned *rv = c.map_shared_rank(v, o);
    uint64_t *rb = c.map_shared_rank(&bar, o);
    ptx::red_async(ptx::op_add, rv, threadIdx.x, rb);
    ptx::red_async(ptx::op_min, rv + 1, 90 - threadIdx.x, rb);
    while (!ptx::mbarrier_try_wait_parity(&bar, 0))
        ;
    if (threadIdx.x < 2)
        out[blockIdx.x * 2 + threadIdx.x] = v[threadIdx.x];
    c.sync();
}

/* Bulk copies: own shared memory to the next block; from global to all of the mask. */
extern "C" __global__ void __cluster_dims__(4, 1, 1) bulk(const int *in, int *out)
{
    __shared__ __align__(128) int v[64], w[64], m[64];
    __shared__ __align__(8) uint64_t bar;
    auto c = cg::this_cluster();
    unsigned r = c.block_rank(), o = (r + 1) % 4;
    v[threadIdx.x] = blockIdx.x * 100 + threadIdx.x;
    if (!threadIdx.x) {
        ptx::mbarrier_init(&bar, 1);
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, r == 2 ? 256 : 512);
    }
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    c.sync();
    if (!threadIdx.x) {
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_shared, c.map_shared_rank(w, o), v, 256u, c.map_shared_rank(&bar, o));
        if (r == 1)
            asm volatile(
                "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;" ::"r"(
                    (unsigned)__cvta_generic_to_shared(m)),
                "l"(__cvta_generic_to_global(in)), "r"(256u), "r"((unsigned)__cvta_generic_to_shared(&bar)), "h"((unsigned short)0b1011)
                : "memory");
    }
    while (!ptx::mbarrier_try_wait_parity(&bar, 0))
        ;
    out[blockIdx.x * 64 + threadIdx.x] = w[threadIdx.x] + (r == 2 ? 0 : m[threadIdx.x]);
    c.sync();
}

extern "C" __global__ void plain(int *out)
{
    auto c = cg::this_cluster();
    c.sync();
    if (!threadIdx.x)
        out[blockIdx.x] = c.num_blocks() * 10 + c.block_rank() + __clusterDimIsSpecified() * 100;
}

extern "C" __global__ void __cluster_dims__(2, 1, 1) early(int *out)
{
    auto c = cg::this_cluster();
    if (threadIdx.x & 1)
        return;
    c.barrier_arrive();
    if (threadIdx.x & 2)
        return;
    c.barrier_wait();
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
