/* Tiles that tensor cores load and store: a tile too many, the distance of rows of another matrix, a last row that is not there. */
// nvcc: -arch=sm_75 -lineinfo
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <mma.h>
using namespace nvcuda;

__global__ void multiply(const half *a, float *c, int tiles, int row)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.f);
    wmma::fill_fragment(right, __float2half(1.f));
    for (int k = 0; k < tiles; k++) {
        wmma::load_matrix_sync(left, a + 16 * k, row); // site: kernel
        wmma::mma_sync(sum, left, right, sum);
    }
    wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}

__global__ void add_rows(const half *b, float *c, int row)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> right;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.f);
    wmma::fill_fragment(left, __float2half(1.f));
    wmma::load_matrix_sync(right, b, row); // site: kernel
    wmma::mma_sync(sum, left, right, sum);
    wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}

__global__ void fill(float *to, float value)
{
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> tile;
    wmma::fill_fragment(tile, value);
    wmma::store_matrix_sync(to, tile, 24, wmma::mem_col_major); // site: kernel
}

int main()
{
    enum { K = 64 };
    half *a, *b;
    float *c, *d;
    cudaMalloc(&a, 16 * K * sizeof *a);
    cudaMalloc(&b, 16 * K * sizeof *b);
    cudaMalloc(&c, 16 * 16 * sizeof *c);
    cudaMalloc(&d, (15 * 24 + 15) * sizeof *d);
    cudaMemset(a, 0, 16 * K * sizeof *a);
    cudaMemset(b, 0, 16 * K * sizeof *b);
    multiply<<<1, 32>>>(a, c, K / 16 + 1, K); // expect: kernel-out-of-bounds arg=a says=read_4_bytes_directly_after_the_end_of_2048_bytes
    cudaDeviceSynchronize();
    add_rows<<<1, 32>>>(b, c, K + 8); // expect: kernel-out-of-bounds arg=b says=read_4_bytes says=of_2048_bytes
    cudaDeviceSynchronize();
    fill<<<1, 32>>>(d, 1); // expect: kernel-out-of-bounds arg=to says=wrote_4_bytes_directly_after_the_end_of_1500_bytes
    return cudaDeviceSynchronize();
}
