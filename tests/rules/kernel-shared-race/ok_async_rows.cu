// nvcc: -arch=sm_90
#include <cuda_pipeline.h>

enum { ROWS = 24, PADDED = 20, LINES = 4 };

/* Rows of eight lanes with gaps between them, some of which begin within sixteen words; lanes wait
 * for what they use, those of a row not all at once. */
__global__ void rows(const float4 *in, float4 *out)
{
    __shared__ __align__(16) float tile[ROWS][PADDED];
    unsigned row = threadIdx.x / 4, column = threadIdx.x % 4 * 4;
    for (unsigned k = 0; k < LINES; k++) {
        if (row < ROWS) {
            __pipeline_memcpy_async(&tile[row][column], &in[threadIdx.x + k], sizeof(float4));
            __pipeline_commit();
            if (threadIdx.x & 1) {
                __pipeline_wait_prior(0);
                out[threadIdx.x] = *(float4 *)&tile[row][column];
            } else {
                __pipeline_wait_prior(0);
            }
        }
        __syncthreads();
        out[threadIdx.x].x += tile[(threadIdx.x * 7 + k) % ROWS][k];
        __syncthreads();
    }
}

/* The first copies have been waited for, those of the next tile go on while these are used. */
__global__ void two_tiles(const float4 *in, float4 *out)
{
    __shared__ float4 tile[2][128];
    __pipeline_memcpy_async(&tile[0][threadIdx.x], &in[threadIdx.x], sizeof(float4));
    __pipeline_commit();
    for (int k = 0; k < LINES; k++) {
        __pipeline_memcpy_async(&tile[(k + 1) % 2][threadIdx.x], &in[threadIdx.x], sizeof(float4));
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        out[threadIdx.x] = tile[k % 2][127 - threadIdx.x];
        __syncthreads();
    }
    __pipeline_wait_prior(0);
}

int main()
{
    float4 *in, *out;
    cudaMalloc(&in, 256 * sizeof *in);
    cudaMalloc(&out, 128 * sizeof *out);
    cudaMemset(in, 0, 256 * sizeof *in);
    cudaMemset(out, 0, 128 * sizeof *out);
    rows<<<2, 128>>>(in, out);
    cudaDeviceSynchronize();
    two_tiles<<<1, 128>>>(in, out);
    int error = cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return error;
}
