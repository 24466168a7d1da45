// nvcc: -gencode arch=compute_90a,code=compute_90a -std=c++17
#include <cudaTypedefs.h>
#include <stdint.h>
#include <stdio.h>

enum { THREADS = 128, STEPS = 6, STAGES = 2, A_BYTES = 64 * 32, B_BYTES = 8 * 32 };

/* A matrix in shared memory: eight rows of sixteen bytes lie together. */
__device__ uint64_t matrix(const void *at, int rows)
{
    uint64_t start = (uint64_t)__cvta_generic_to_shared(at) >> 4;
    return start | (uint64_t)rows << 16 | 8ull << 32;
}

#define MULTIPLY(a, b)                                                                             \
    asm volatile("wgmma.fence.sync.aligned;\n"                                                     \
                 "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;\n" \
                 "wgmma.commit_group.sync.aligned;"                                                \
                 : "+f"(d0), "+f"(d1), "+f"(d2), "+f"(d3)                                          \
                 : "l"(matrix(a, 64)), "l"(matrix(b, 8))                                           \
                 : "memory")
#define WAIT(n) \
    asm volatile("wgmma.wait_group.sync.aligned " #n ";" : "+f"(d0), "+f"(d1), "+f"(d2), "+f"(d3)::"memory")

/* Each product is waited for before its tile is stored again. */
__global__ void waited(float *out)
{
    __shared__ alignas(1024) uint16_t a[A_BYTES / 2], b[B_BYTES / 2];
    float d0 = 0, d1 = 0, d2 = 0, d3 = 0;
    for (int step = 0; step < STEPS; step++) {
        for (int k = threadIdx.x; k < A_BYTES / 2; k += THREADS)
            a[k] = 0x3c00;
        b[threadIdx.x] = 0x3c00;
        asm volatile("fence.proxy.async; bar.sync 0;" ::: "memory");
        MULTIPLY(a, b);
        WAIT(0);
        __syncthreads();
    }
    out[threadIdx.x] = d0 + d1 + d2 + d3;
}

__device__ void wait(uint32_t bar, int parity)
{
    asm volatile("{ .reg .pred done;\n"
                 "again: mbarrier.try_wait.parity.shared.b64 done, [%0], %1; @!done bra again; }" ::"r"(bar),
                 "r"(parity)
                 : "memory");
}

/* Tiles come by tensor copies, two ahead; the wait leaves one product pending, whose tile stays. */
__global__ void staged(const __grid_constant__ CUtensorMap map, float *out)
{
    __shared__ alignas(1024) uint16_t a[STAGES][A_BYTES / 2];
    __shared__ alignas(1024) uint16_t b[B_BYTES / 2];
    __shared__ alignas(8) uint64_t full[STAGES];
    uint32_t bar = (uint32_t)__cvta_generic_to_shared(full);
    float d0 = 0, d1 = 0, d2 = 0, d3 = 0;
    b[threadIdx.x] = 0x3c00;
    if (!threadIdx.x)
        for (int s = 0; s < STAGES; s++)
            asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(bar + 8 * s) : "memory");
    asm volatile("fence.proxy.async; bar.sync 0;" ::: "memory");
    for (int step = 0; step < STEPS; step++) {
        int stage = step % STAGES;
        if (!threadIdx.x)
            asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 2048;\n"
                         "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%1], [%2, {%3, %4}], [%0];" ::"r"(
                             bar + 8 * stage),
                         "r"((uint32_t)__cvta_generic_to_shared(a[stage])), "l"(&map), "r"(0), "r"(128 * step)
                         : "memory");
        wait(bar + 8 * stage, step / STAGES & 1);
        MULTIPLY(a[stage], b);
        WAIT(1);
        __syncthreads();
    }
    WAIT(0);
    out[threadIdx.x] = d0 + d1 + d2 + d3;
}

/* Three tiles in turn, which all warps read: the one that is stored again was read by the product before the one that is pending. */
__global__ void rotated(const uint16_t *tiles, float *out)
{
    __shared__ alignas(1024) uint16_t a[A_BYTES / 2], b[3][B_BYTES / 2];
    float d0 = 0, d1 = 0, d2 = 0, d3 = 0;
    for (int k = threadIdx.x; k < A_BYTES / 2; k += THREADS)
        a[k] = 0x3c00;
    b[0][threadIdx.x] = b[1][threadIdx.x] = 0x3c00;
    for (int step = 0; step < STEPS; step++) {
        asm volatile("cp.async.wait_group 0; fence.proxy.async; bar.sync 0;" ::: "memory");
        MULTIPLY(a, b[step % 3]);
        WAIT(1);
        __syncthreads();
        if (threadIdx.x < B_BYTES / 16)
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16; cp.async.commit_group;" ::"r"(
                             (uint32_t)__cvta_generic_to_shared(b[(step + 2) % 3] + 8 * threadIdx.x)),
                         "l"(tiles + 8 * threadIdx.x)
                         : "memory");
    }
    WAIT(0);
    out[threadIdx.x] = d0 + d1 + d2 + d3;
}

int main()
{
    uint16_t *tiles, host[128 * STEPS * 8];
    float *out, sums[THREADS];
    CUtensorMap map;
    cuuint64_t dims[] = { 8, 128 * STEPS }, strides[] = { 16 };
    cuuint32_t box[] = { 8, 128 }, steps[] = { 1, 1 };
    for (uint16_t &x : host)
        x = 0x3c00;
    cudaMalloc(&out, sizeof sums);
    cudaMalloc(&tiles, sizeof host);
    cudaMemcpy(tiles, host, sizeof host, cudaMemcpyHostToDevice);
    void *encode;
    cudaDriverEntryPointQueryResult found;
    cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &encode, 12000, cudaEnableDefault, &found);
    ((PFN_cuTensorMapEncodeTiled_v12000)encode)(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, tiles, dims, strides, box, steps,
                           CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
                           CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    rotated<<<1, THREADS>>>(tiles, out);
    waited<<<1, THREADS>>>(out);
    cudaDeviceSynchronize();
    staged<<<1, THREADS>>>(map, out);
    cudaMemcpy(sums, out, sizeof sums, cudaMemcpyDeviceToHost);
    cudaFree(tiles);
    cudaFree(out);
    return sums[7] != 4 * 16 * STEPS;
}
