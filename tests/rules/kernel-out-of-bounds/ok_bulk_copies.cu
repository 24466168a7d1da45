/* The same copies, each to the last byte of its memory; and some that copy nothing. */
// nvcc: -arch=sm_90
#include <cstdint>
#include <cuda_runtime.h>

enum { TILE = 64 };

__device__ unsigned shared_address(const void *at) { return (unsigned)__cvta_generic_to_shared(at); }

__device__ void wait(unsigned barrier)
{
    asm volatile("{ .reg .pred p;\nagain: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n@!p bra again; }" ::"r"(barrier) : "memory");
}

__global__ void load(const int *in, int *out, unsigned count)
{
    __shared__ alignas(16) int tile[TILE];
    __shared__ uint64_t barrier;
    unsigned first = TILE * blockIdx.x, left = first < count ? count - first : 0, bytes = 4 * (left < TILE ? left : TILE);
    if (!threadIdx.x) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&barrier)) : "memory");
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(&barrier)), "r"(bytes) : "memory");
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(shared_address(tile)),
                     "l"(in + first), "r"(bytes), "r"(shared_address(&barrier)) : "memory");
    }
    __syncthreads();
    wait(shared_address(&barrier));
    if (threadIdx.x < bytes / 4)
        out[first + threadIdx.x] = tile[threadIdx.x];
}

/* Into each block of a cluster. */
__global__ void __cluster_dims__(2, 1, 1) load_to_all(const int *in, int *out)
{
    __shared__ alignas(16) int tile[TILE];
    __shared__ uint64_t barrier;
    unsigned rank = blockIdx.x % 2;
    if (!threadIdx.x) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&barrier)) : "memory");
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(&barrier)), "r"(4 * TILE) : "memory");
    }
    asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
    if (!threadIdx.x && !rank)
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;" ::"r"(shared_address(tile)),
                     "l"(in), "r"(4 * TILE), "r"(shared_address(&barrier)), "h"((short)3) : "memory");
    wait(shared_address(&barrier));
    out[TILE * blockIdx.x + threadIdx.x] = tile[threadIdx.x];
    asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
}

__global__ void store(int *out, unsigned bytes, bool adds)
{
    __shared__ alignas(16) int tile[TILE];
    tile[threadIdx.x] = threadIdx.x;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (threadIdx.x)
        return;
    if (adds)
        asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.s32 [%0], [%1], %2;" ::"l"(out), "r"(shared_address(tile)), "r"(bytes) : "memory");
    else
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(out), "r"(shared_address(tile)), "r"(bytes) : "memory");
    asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
}

int main()
{
    int *in, *out, *few, values[128];
    cudaMalloc(&in, 1000 * sizeof *in);
    cudaMalloc(&out, 1000 * sizeof *out);
    cudaMalloc(&few, 40 * sizeof *few);
    cudaMemset(in, 1, 1000 * sizeof *in);
    load<<<17, TILE>>>(in, out, 1000);
    load_to_all<<<2, TILE>>>(in, out);
    cudaMemcpy(values, out, sizeof values, cudaMemcpyDeviceToHost);
    for (int value : values)
        if (value != 0x01010101)
            return 1;
    store<<<1, TILE>>>(few, 160, false);
    store<<<1, TILE>>>(few, 160, true);
    store<<<1, TILE>>>(few + 40, 0, true);
    cudaMemcpy(values, few, 160, cudaMemcpyDeviceToHost);
    for (int k = 0; k < 40; k++)
        if (values[k] != 2 * k)
            return 1;
    cudaFree(in);
    cudaFree(out);
    return cudaFree(few);
}
