// unseen on a GPU: what asynchronous copies do is not watched there
// nvcc: -arch=sm_90 -std=c++17
#include <cuda/ptx>

namespace ptx = cuda::ptx;

/* A tile is stored in bulk, and filled again while the store may still be reading it. */
__global__ void rows(int *out)
{
    __shared__ alignas(16) int tile[256];
    for (int row = 0; row < 2; row++) {
        tile[threadIdx.x] = row; // site-soft: kernel
        ptx::fence_proxy_async(ptx::space_shared);
        __syncthreads();
        if (!threadIdx.x) {
            ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + 256 * row, tile, sizeof tile);
            ptx::cp_async_bulk_commit_group();
        }
        __syncthreads();
    }
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}

int main()
{
    int *out;
    cudaMalloc(&out, 512 * sizeof *out);
    rows<<<1, 256>>>(out); // expect-soft: kernel-shared-race severity=warning says=may_still_be_reading
    cudaDeviceSynchronize();
    cudaFree(out);
    return 0;
}
