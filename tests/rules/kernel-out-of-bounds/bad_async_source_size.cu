// nvcc: -arch=sm_90
#include <cuda_pipeline.h>

/* The last element of 16 bytes has 8: the source size must say so. */
__global__ void tail(const float *in, int count, float4 *out)
{
    __shared__ float4 tile[4];
    int left = count - 4 * (int)threadIdx.x, use = left < 3 ? 3 : 4;
    __pipeline_memcpy_async(&tile[threadIdx.x], in + 4 * threadIdx.x, 16, 16 - 4 * use); // site-soft: kernel
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[threadIdx.x] = tile[threadIdx.x];
}

int main()
{
    float *in;
    float4 *out;
    cudaMalloc(&in, 14 * sizeof *in);
    cudaMalloc(&out, 4 * sizeof *out);
    cudaMemset(in, 0, 14 * sizeof *in);
    tail<<<1, 4>>>(in, 14, out); // expect-soft: kernel-out-of-bounds says=read_12_bytes
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
