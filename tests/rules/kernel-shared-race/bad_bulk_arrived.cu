// unseen on a GPU: what asynchronous copies do is not watched there
// nvcc: -arch=sm_90 -std=c++17
/* Threads arrive at the barrier of a bulk copy, and read before they wait: some of them before the copy has begun. */
#include <cuda/barrier>
#include <utility>

using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void scale(const int *in, int *out)
{
    __shared__ alignas(16) int tile[256];
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ barrier copied;
    if (threadIdx.x == 0) {
        init(&copied, blockDim.x);
        cuda::device::experimental::fence_proxy_async_shared_cta();
    }
    __syncthreads();
    barrier::arrival_token token;
    if (threadIdx.x == 0) {
        cuda::device::experimental::cp_async_bulk_global_to_shared(tile, in, sizeof tile, copied);
        token = cuda::device::barrier_arrive_tx(copied, 1, sizeof tile);
    } else {
        token = copied.arrive();
    }
    int value = tile[threadIdx.x];
    copied.wait(std::move(token));
    out[threadIdx.x] = 2 * value;
}

int main()
{
    int *in, *out;
    cudaMalloc(&in, 1024);
    cudaMalloc(&out, 1024);
    cudaMemset(in, 0, 1024);
    scale<<<1, 256>>>(in, out); // expect-soft: kernel-shared-race severity=warning says=asynchronous_copy says=barrier's_wait
    return cudaDeviceSynchronize() || cudaFree(in) || cudaFree(out);
}
