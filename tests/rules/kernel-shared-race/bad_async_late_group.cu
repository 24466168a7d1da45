// unseen on a GPU: what asynchronous copies do is not watched there
// nvcc: -arch=sm_90
#include <cuda_pipeline.h>

enum { THREADS = 64, TILES = 6 };

/* Two buffers, and a wait that leaves the group pending which is used next: the last tile. */
__global__ void sums(const int *in, int *out)
{
    __shared__ int tile[2][THREADS];
    int sum = 0;
    __pipeline_memcpy_async(&tile[0][threadIdx.x], &in[threadIdx.x], 4);
    __pipeline_commit();
    for (int k = 0; k < TILES; k++) {
        if (k + 1 < TILES) {
            __pipeline_memcpy_async(&tile[(k + 1) % 2][threadIdx.x], &in[(k + 1) * THREADS + threadIdx.x], 4);
            __pipeline_commit();
        }
        __pipeline_wait_prior(1);
        __syncthreads();
        sum += tile[k % 2][THREADS - 1 - threadIdx.x]; // site-soft: kernel
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}

int main()
{
    int *in, *out;
    cudaMalloc(&in, TILES * THREADS * sizeof *in);
    cudaMalloc(&out, THREADS * sizeof *out);
    cudaMemset(in, 0, TILES * THREADS * sizeof *in);
    sums<<<2, THREADS>>>(in, out); // expect-soft: kernel-shared-race severity=warning says=asynchronous_copy
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
