// unseen on a GPU: what asynchronous copies do is not watched there
// nvcc: -arch=sm_90
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;

/* The barrier waits for the threads, not for what they have begun. */
__global__ void reverse(const int *in, int *out)
{
    __shared__ int tile[128];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, tile, in, sizeof tile);
    block.sync();
    out[threadIdx.x] = tile[127 - threadIdx.x]; // site-soft: kernel
}

int main()
{
    int *in, *out;
    cudaMalloc(&in, 128 * sizeof *in);
    cudaMalloc(&out, 128 * sizeof *out);
    cudaMemset(in, 0, 128 * sizeof *in);
    reverse<<<1, 128>>>(in, out); // expect-soft: kernel-shared-race severity=warning says=nothing_has_waited_for_it
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
