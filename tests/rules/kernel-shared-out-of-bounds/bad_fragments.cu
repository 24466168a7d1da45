/* A tile that tensor cores load from shared memory where it has a row too few. */
// nvcc: -arch=sm_75 -lineinfo
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <mma.h>
using namespace nvcuda;

__global__ void add(float *c)
{
    __shared__ __align__(32) half tile[15 * 16];
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    for (int i = threadIdx.x; i < 15 * 16; i += 32)
        tile[i] = __float2half(1.f);
    __syncwarp();
    wmma::fill_fragment(sum, 0.f);
    wmma::fill_fragment(right, __float2half(1.f));
    wmma::load_matrix_sync(left, tile, 16); // site: kernel
    wmma::mma_sync(sum, left, right, sum);
    wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}

int main()
{
    float *c;
    cudaMalloc(&c, 256 * sizeof *c);
    add<<<1, 32>>>(c); // expect: kernel-shared-out-of-bounds says=read_4_bytes says=480
    return cudaDeviceSynchronize();
}
