// unseen on a GPU: loads of fragments are not watched for races there
// nvcc: -arch=sm_90
#include <mma.h>

using namespace nvcuda;

/* One warp fills the tile, the other one loads fragments of it before a barrier. */
__global__ void product(const double *in, double *out)
{
    __shared__ double tile[16][36];
    for (int k = 0; threadIdx.x < 32 && k < 16; k++)
        tile[k][threadIdx.x] = in[32 * k + threadIdx.x];
    wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, 8, 8, 4, double> c;
    wmma::fill_fragment(c, 0.0);
    if (threadIdx.x >= 32) {
        wmma::load_matrix_sync(a, &tile[0][0], 36);
        wmma::load_matrix_sync(b, &tile[8][4], 36);
        wmma::mma_sync(c, a, b, c);
        wmma::store_matrix_sync(out, c, 8, wmma::mem_row_major);
    }
    __syncthreads();
}

int main()
{
    double *in, *out;
    cudaMalloc(&in, 512 * sizeof *in);
    cudaMalloc(&out, 64 * sizeof *out);
    cudaMemset(in, 0, 512 * sizeof *in);
    product<<<1, 64>>>(in, out); // expect-soft: kernel-shared-race severity=warning
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
