// unseen on a GPU: what asynchronous copies do is not watched there
// nvcc: -arch=sm_90
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;

/* The tile is read as if the copy were an ordinary one: neither a wait nor a barrier. */
__global__ void mirror(const int *in, int *out)
{
    __shared__ int tile[128];
    cg::memcpy_async(cg::this_thread_block(), tile, in, sizeof tile);
    out[threadIdx.x] = tile[127 - threadIdx.x];
}

int main()
{
    int *in, *out;
    cudaMalloc(&in, 512);
    cudaMalloc(&out, 512);
    cudaMemset(in, 0, 512);
    mirror<<<1, 128>>>(in, out); // expect-soft: kernel-shared-race severity=warning
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
