// nvcc: -arch=sm_90
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;

/* As bad_async_neither.cu, with the wait, which is a barrier of the group as well. */
__global__ void mirror(const int *in, int *out)
{
    __shared__ int tile[128];
    cg::thread_block block = cg::this_thread_block();
    cg::memcpy_async(block, tile, in, sizeof tile);
    cg::wait(block);
    out[threadIdx.x] = tile[127 - threadIdx.x];
}

int main()
{
    int *in, *out;
    cudaMalloc(&in, 512);
    cudaMalloc(&out, 512);
    cudaMemset(in, 0, 512);
    mirror<<<1, 128>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
