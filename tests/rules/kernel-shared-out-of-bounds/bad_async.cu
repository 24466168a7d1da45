/* What arrives in shared memory asynchronously, in this block or in another one, beyond the array that it is for. */
// nvcc: -arch=sm_90
#include <sys/wait.h>
#include <unistd.h>
#include "async.h"

__global__ void load(const int *in, int *out, int shift)
{
    __shared__ alignas(16) int tile[TILE];
    __shared__ uint64_t barrier;
    if (!threadIdx.x) {
        begin(&barrier, sizeof tile);
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(shared_address(tile + shift)), // site: kernel
                     "l"(in), "r"((unsigned)sizeof tile), "r"(shared_address(&barrier)) : "memory");
    }
    __syncthreads();
    wait_for(&barrier);
    out[threadIdx.x] = tile[threadIdx.x];
}

__global__ void __cluster_dims__(2, 1, 1) store(int *out, int shift)
{
    __shared__ alignas(16) int tile[TILE];
    __shared__ uint64_t barrier;
    unsigned other = blockIdx.x % 2 ^ 1;
    if (!threadIdx.x)
        begin(&barrier, sizeof tile);
    meet();
    asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.s32 [%0], %1, [%2];" ::"r"(in_block(shared_address(tile + threadIdx.x + shift), other)),
                 "r"(threadIdx.x), "r"(in_block(shared_address(&barrier), other)) : "memory");
    wait_for(&barrier);
    out[TILE * blockIdx.x + threadIdx.x] = tile[threadIdx.x];
    meet();
}

__global__ void __cluster_dims__(2, 1, 1) add(int *out, int shift)
{
    __shared__ alignas(16) int tile[TILE];
    __shared__ uint64_t barrier;
    unsigned other = blockIdx.x % 2 ^ 1;
    tile[threadIdx.x] = 1;
    if (!threadIdx.x)
        begin(&barrier, sizeof tile);
    meet();
    asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.s32 [%0], %1, [%2];" ::"r"(in_block(shared_address(tile), other) + 4 * (threadIdx.x + shift)),
                 "r"(threadIdx.x), "r"(in_block(shared_address(&barrier), other)) : "memory");
    wait_for(&barrier);
    out[TILE * blockIdx.x + threadIdx.x] = tile[threadIdx.x];
    meet();
}

/* The size of the source is right, and what is written is not. */
__global__ void piece(const int *in, int *out, int shift, int bytes)
{
    __shared__ alignas(16) int tile[TILE];
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(shared_address(tile + 4 * (threadIdx.x + shift))), "l"(in), "r"(bytes) : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x];
}

/* The same without a size.  It is not left out, and the first warp ends the context. */
__global__ void whole_piece(const int *in, int *out, int shift)
{
    __shared__ alignas(16) int tile[TILE];
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(tile + 4 * (threadIdx.x % 16 + shift))), "l"(in) : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x];
}

/* Nobody is there to be told. */
__global__ void arrive(int *out, int which)
{
    __shared__ uint64_t barriers[4];
    if (!threadIdx.x)
        for (int k = 0; k < 4; k++)
            asm volatile("mbarrier.init.shared::cta.b64 [%0], 64;" ::"r"(shared_address(barriers + k)) : "memory");
    __syncthreads();
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(barriers + which)) : "memory");
    out[threadIdx.x] = which;
}

/* Each in a process of its own: not everywhere the context survives it. */
static void run(int which)
{
    int *in, *out;
    cudaMalloc(&in, TILE * sizeof *in);
    cudaMalloc(&out, 2 * TILE * sizeof *out);
    cudaMemset(in, 0, TILE * sizeof *in);
    if (which == 0)
        load<<<1, TILE>>>(in, out, 256); // expect: kernel-shared-out-of-bounds says=wrote_16_bytes
    else if (which == 1)
        store<<<2, TILE>>>(out, 256); // expect: kernel-shared-out-of-bounds says=wrote_4_bytes
    else if (which == 2)
        add<<<2, TILE>>>(out, 256); // expect: kernel-shared-out-of-bounds says=wrote_4_bytes
    else if (which == 3)
        piece<<<1, TILE>>>(in, out, 64, 4); // expect: kernel-shared-out-of-bounds says=wrote_16_bytes
    else if (which == 4)
        whole_piece<<<4, TILE>>>(in, out, 64); // expect: kernel-shared-out-of-bounds says=wrote_16_bytes contained=0
    else
        arrive<<<1, TILE>>>(out, 512); // expect: kernel-shared-out-of-bounds says=8_bytes
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    _exit(0);
}

int main()
{
    for (int which = 0; which < 6; which++) {
        if (!fork())
            run(which);
        wait(NULL);
    }
    return 0;
}
