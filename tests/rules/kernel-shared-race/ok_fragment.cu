// nvcc: -arch=sm_90
#include <mma.h>

using namespace nvcuda;

enum { ROUNDS = 3 };

/* As bad_fragment.cu, with barriers, and rows from the last to the first as well. */
__global__ void product(const double *in, double *out)
{
    __shared__ double tile[16][36];
    wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, 8, 8, 4, double> c;
    wmma::fill_fragment(c, 0.0);
    for (int r = 0; r < ROUNDS; r++) {
        for (int k = 0; threadIdx.x < 32 && k < 16; k++)
            tile[k][threadIdx.x] = in[32 * k + threadIdx.x];
        __syncthreads();
        wmma::load_matrix_sync(a, &tile[0][0], 36);
        wmma::load_matrix_sync(b, &tile[8][4 * r], 36);
        wmma::mma_sync(c, a, b, c);
        unsigned lane = threadIdx.x % 32;
        c.x[0] += tile[15 - lane / 4][lane % 4];
        __syncthreads();
    }
    wmma::store_matrix_sync(out + threadIdx.x / 32 * 64, c, 8, wmma::mem_row_major);
}

int main()
{
    double *in, *out;
    cudaMalloc(&in, 512 * sizeof *in);
    cudaMalloc(&out, 128 * sizeof *out);
    cudaMemset(in, 0, 512 * sizeof *in);
    product<<<1, 64>>>(in, out);
    int error = cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return error;
}
