// nvcc: -arch=sm_90
#include <cuda_pipeline.h>

/* A copy of 16 bytes of which the source has 12, 8, 4 or none, at the end of its memory; the rest is zeros. */
__global__ void tail(const float *in, int count, float4 *out)
{
    __shared__ float4 tile[4];
    int left = count - 4 * (int)threadIdx.x, use = left < 0 ? 0 : left < 4 ? left : 4;
    const float *from = use ? in + 4 * threadIdx.x : in;
    __pipeline_memcpy_async(&tile[threadIdx.x], from, 16, 16 - 4 * use);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[threadIdx.x] = tile[threadIdx.x];
}

/* The predicate in place of a size: nothing is read. */
__global__ void ignored(const float *in, float4 *out)
{
    __shared__ float4 tile[32];
    unsigned to = (unsigned)__cvta_generic_to_shared(&tile[threadIdx.x]);
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %2, 0;\n cp.async.ca.shared.global [%0], [%1], 16, p;\n cp.async.wait_all; }" ::"r"(to), "l"(in + 4 * threadIdx.x),
                 "r"(threadIdx.x) : "memory");
    out[threadIdx.x] = tile[threadIdx.x];
}

/* Sizes as constants. */
__global__ void constants(const float *in, float4 *out)
{
    __shared__ float4 tile[3];
    unsigned to = (unsigned)__cvta_generic_to_shared(tile);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16, 4;\n cp.async.cg.shared.global [%0+16], [%1], 16, 0;\n cp.async.cg.shared.global.L2::128B [%0+32], [%1], 16, 8;\n"
                 "cp.async.wait_all;" ::"r"(to), "l"(in) : "memory");
    for (int k = 0; k < 3; k++)
        out[k] = tile[k];
}

int main()
{
    float *in, *few, *two;
    float4 *out;
    cudaMalloc(&out, 32 * sizeof *out);
    cudaMalloc(&two, 8);
    cudaMemset(two, 0, 8);
    for (int count = 1; count < 16; count++) {
        cudaMalloc(&in, count * sizeof *in);
        cudaMemset(in, 0, count * sizeof *in);
        tail<<<1, 4>>>(in, count, out);
        cudaDeviceSynchronize();
        cudaFree(in);
    }
    cudaMalloc(&few, 16);
    cudaMemset(few, 0, 16);
    ignored<<<1, 32>>>(few, out);
    constants<<<1, 1>>>(two, out);
    int error = cudaDeviceSynchronize();
    cudaFree(few);
    cudaFree(two);
    cudaFree(out);
    return error;
}
