// unseen on a GPU: what asynchronous copies do is not watched there
// nvcc: -arch=sm_90 -std=c++17
#include <cuda/barrier>
#include <cuda/ptx>

namespace ptx = cuda::ptx;
using barrier = cuda::barrier<cuda::thread_scope_block>;

/* One thread fetches the tile in bulk; the others meet it at __syncthreads() in place of the mbarrier. */
__global__ void scale(const int *in, int *out)
{
    __shared__ alignas(16) int tile[256];
    __shared__ barrier bar;
    if (!threadIdx.x)
        init(&bar, 1);
    __syncthreads();
    if (!threadIdx.x) {
        cuda::device::memcpy_async_tx(tile, in, cuda::aligned_size_t<16>(sizeof tile), bar);
        cuda::device::barrier_arrive_tx(bar, 1, sizeof tile);
    }
    __syncthreads();
    out[threadIdx.x] = 2 * tile[threadIdx.x]; // site-soft: kernel
}

int main()
{
    int *in, *out;
    cudaMalloc(&in, 256 * sizeof *in);
    cudaMalloc(&out, 256 * sizeof *out);
    cudaMemset(in, 0, 256 * sizeof *in);
    scale<<<1, 256>>>(in, out); // expect-soft: kernel-shared-race severity=warning says=asynchronous_copy
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
