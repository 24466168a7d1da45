// nvcc: -arch=sm_75 -lineinfo
/* Four words of shared memory from every fourth word on. */
#include <cuda_runtime.h>

__global__ void windows(const float *from, float *to)
{
    __shared__ __align__(16) float tile[64];
    tile[threadIdx.x] = from[threadIdx.x];
    tile[threadIdx.x + 32] = 0;
    __syncthreads();
    float4 v = *(const float4 *)&tile[threadIdx.x & ~3u];
    to[threadIdx.x] = v.x + v.y + v.z + v.w;
}

int main(void)
{
    float *from, *to;
    cudaMalloc(&from, 128);
    cudaMalloc(&to, 128);
    cudaMemset(from, 0, 128);
    windows<<<1, 32>>>(from, to);
    cudaDeviceSynchronize();
    return 0;
}
