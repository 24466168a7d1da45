// nvcc: -arch=sm_75 -lineinfo
/* Rows of 36 bytes are no rows of float4; the kernel goes on after it. */
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sums(const char *rows, int pitch, float *to)
{
    const float4 *row = (const float4 *)(rows + threadIdx.x * pitch);
    float4 v = row[1]; // site-soft: kernel
    to[threadIdx.x] = v.x + v.y + v.z + v.w;
}

int main(void)
{
    char *rows;
    float *to;
    cudaMalloc(&rows, 4096);
    cudaMalloc(&to, 128);
    cudaMemset(rows, 0, 4096);
    sums<<<1, 32>>>(rows, 36, to); // expect-soft: kernel-misaligned object=device-memory says=not_a_multiple_of_16
    cudaDeviceSynchronize();
    return 0;
}
