// unseen on a GPU: what asynchronous copies do is not watched there
// nvcc: -arch=sm_90
#include <cuda_pipeline.h>

/* All lanes copy with one instruction, but only every second one waits before it uses its element. */
__global__ void own(const float4 *in, float4 *out)
{
    __shared__ float4 tile[64];
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(float4));
    __pipeline_commit();
    if (threadIdx.x & 1)
        __pipeline_wait_prior(0);
    __syncwarp();
    out[threadIdx.x] = tile[threadIdx.x]; // site-soft: kernel
    __pipeline_wait_prior(0);
}

int main()
{
    float4 *in, *out;
    cudaMalloc(&in, 64 * sizeof *in);
    cudaMalloc(&out, 64 * sizeof *out);
    cudaMemset(in, 0, 64 * sizeof *in);
    own<<<1, 64>>>(in, out); // expect-soft: kernel-shared-race severity=warning says=asynchronous_copy
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
