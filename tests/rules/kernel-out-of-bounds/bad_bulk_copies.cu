/* Copies in bulk whose size is in a register or a number, and which leave the memory of an argument. */
// nvcc: -arch=sm_90
#include <cstdint>
#include <cuda_runtime.h>

enum { TILE = 64 };

__device__ unsigned shared_address(const void *at) { return (unsigned)__cvta_generic_to_shared(at); }

__device__ void wait(unsigned barrier)
{
    asm volatile("{ .reg .pred p;\nagain: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n@!p bra again; }" ::"r"(barrier) : "memory");
}

/* The last tile has fewer elements. */
__global__ void load(const int *in, int *out, unsigned bytes)
{
    __shared__ alignas(16) int tile[TILE];
    __shared__ uint64_t barrier;
    if (!threadIdx.x) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&barrier)) : "memory");
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(&barrier)), "r"(bytes) : "memory");
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(shared_address(tile)), // site: kernel
                     "l"(in + TILE * blockIdx.x), "r"(bytes), "r"(shared_address(&barrier)) : "memory");
    }
    __syncthreads();
    wait(shared_address(&barrier));
    out[TILE * blockIdx.x + threadIdx.x] = tile[threadIdx.x];
}

__global__ void store(int *out, int shift)
{
    __shared__ alignas(16) int tile[TILE];
    tile[threadIdx.x] = threadIdx.x;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (!threadIdx.x) {
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;" ::"l"(out + shift), "r"(shared_address(tile)) : "memory");
        asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
    }
}

__global__ void add(int *out, unsigned bytes)
{
    __shared__ alignas(16) int tile[TILE];
    tile[threadIdx.x] = threadIdx.x;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (!threadIdx.x) {
        asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.s32 [%0], [%1], %2;" ::"l"(out), "r"(shared_address(tile)), "r"(bytes) : "memory");
        asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
    }
}

int main()
{
    int *in, *out, *few;
    cudaMalloc(&in, 1000 * sizeof *in);
    cudaMalloc(&out, 1024 * sizeof *out);
    cudaMalloc(&few, 40 * sizeof *few);
    cudaMemset(in, 0, 1000 * sizeof *in);
    cudaMemset(few, 0, 40 * sizeof *few);
    load<<<16, TILE>>>(in, out, TILE * sizeof *in); // expect: kernel-out-of-bounds arg=in object=device-memory says=read_16_bytes_directly_after_the_end_of_4000_bytes
    cudaDeviceSynchronize();
    store<<<1, TILE>>>(few, 8); // expect: kernel-out-of-bounds arg=out object=device-memory says=wrote_16_bytes
    cudaDeviceSynchronize();
    add<<<1, TILE>>>(few, TILE * sizeof *few); // expect: kernel-out-of-bounds arg=out object=device-memory says=directly_after_the_end_of_160_bytes
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    cudaFree(few);
    return 0;
}
