/* The same to the last byte of the arrays. */
// nvcc: -arch=sm_90
#include "async.h"

/* Half of the tile for both blocks; either may be the one that completes the other's mbarrier. */
__global__ void __cluster_dims__(2, 1, 1) load(const int *in, int *out)
{
    __shared__ alignas(16) int tile[TILE];
    __shared__ uint64_t barrier;
    unsigned first = TILE / 2 * (blockIdx.x % 2), bytes = sizeof tile / 2;
    if (!threadIdx.x)
        begin(&barrier, sizeof tile);
    meet();
    for (unsigned there = 0; there < 2 && !threadIdx.x; there++)
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(in_block(shared_address(tile + first), there)),
                     "l"(in + first), "r"(bytes), "r"(in_block(shared_address(&barrier), there)) : "memory");
    wait_for(&barrier);
    out[TILE * blockIdx.x + threadIdx.x] = tile[threadIdx.x];
    meet();
}

/* Four words for each of sixteen threads; the others of the other block add to them. */
__global__ void __cluster_dims__(2, 1, 1) store(int *out)
{
    __shared__ alignas(16) int tile[TILE], sums[TILE];
    __shared__ uint64_t barrier, second;
    unsigned other = blockIdx.x % 2 ^ 1, k = threadIdx.x;
    sums[k] = 1;
    if (!k) {
        begin(&barrier, sizeof tile);
        begin(&second, sizeof sums);
    }
    meet();
    if (k < TILE / 4)
        asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.s32 [%0], {%1, %1, %1, %2}, [%3];" ::"r"(in_block(shared_address(tile), other) + 16 * k),
                     "r"(k), "r"(4 * k), "r"(in_block(shared_address(&barrier), other)) : "memory");
    asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.s32 [%0], %1, [%2];" ::"r"(in_block(shared_address(sums), other) + 4 * k),
                 "r"(k), "r"(in_block(shared_address(&second), other)) : "memory");
    wait_for(&barrier);
    wait_for(&second);
    out[TILE * blockIdx.x + k] = tile[k] + sums[k];
    meet();
}

int main()
{
    int *in, *out, values[2 * TILE], bad = 0;
    cudaMalloc(&in, TILE * sizeof *in);
    cudaMalloc(&out, sizeof values);
    cudaMemset(in, 1, TILE * sizeof *in);
    load<<<2, TILE>>>(in, out);
    cudaMemcpy(values, out, sizeof values, cudaMemcpyDeviceToHost);
    for (int value : values)
        bad += value != 0x01010101;
    store<<<2, TILE>>>(out);
    cudaMemcpy(values, out, sizeof values, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 2 * TILE; i++) {
        int k = i % TILE;
        bad += values[i] != (k % 4 == 3 ? k / 4 * 4 : k / 4) + k + 1;
    }
    cudaFree(in);
    return cudaFree(out) || bad;
}
