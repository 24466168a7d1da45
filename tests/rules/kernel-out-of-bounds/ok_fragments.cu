/* Tiles up to the last element of their arrays, in rows and in columns; the rows of what is stored do not reach the end of the last one. */
// nvcc: -arch=sm_75 -lineinfo
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <mma.h>
using namespace nvcuda;

__global__ void multiply(const half *a, const half *b, float *c, int tiles, int row)
{
    __shared__ __align__(32) half tile[16 * 24];
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> right;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.f);
    for (int k = 0; k < tiles; k++) {
        for (int i = threadIdx.x; i < 256; i += 32)
            tile[i / 16 * 24 + i % 16] = b[i / 16 * row + 16 * k + i % 16];
        __syncwarp();
        wmma::load_matrix_sync(left, a + 16 * k, row);
        wmma::load_matrix_sync(right, tile, 24);
        wmma::mma_sync(sum, left, right, sum);
    }
    wmma::store_matrix_sync(c, sum, 24, wmma::mem_row_major);
}

int main()
{
    enum { K = 64 };
    half *a, *b, ones[16 * K];
    float *c, result[15 * 24 + 16];
    for (int i = 0; i < 16 * K; i++)
        ones[i] = __float2half(1.f);
    cudaMalloc(&a, sizeof ones);
    cudaMalloc(&b, sizeof ones);
    cudaMalloc(&c, sizeof result);
    cudaMemcpy(a, ones, sizeof ones, cudaMemcpyHostToDevice);
    cudaMemcpy(b, ones, sizeof ones, cudaMemcpyHostToDevice);
    cudaMemset(c, 0, sizeof result);
    multiply<<<1, 32>>>(a, b, c, K / 16, K);
    cudaMemcpy(result, c, sizeof result, cudaMemcpyDeviceToHost);
    return result[0] != K || result[15 * 24 + 15] != K || result[16] != 0 || cudaFree(a) || cudaFree(b) || cudaFree(c);
}
