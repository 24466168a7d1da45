// nvcc: -arch=sm_75 -lineinfo
/* Rows of 48 bytes are rows of float4, and bytes may begin anywhere. */
#include <cuda_runtime.h>

__global__ void sums(const char *rows, int pitch, float *to)
{
    const float4 *row = (const float4 *)(rows + threadIdx.x * pitch);
    float4 v = row[1];
    to[threadIdx.x] = v.x + v.y + v.z + v.w + rows[threadIdx.x * 3 + 1];
}

/* A pointer that is not aligned is made so. */
__global__ void words(const unsigned char *from, unsigned *to)
{
    const unsigned *word = (const unsigned *)((unsigned long long)from & ~3ull);
    unsigned shift = ((unsigned long long)from & 3) * 8;
    to[threadIdx.x] = __funnelshift_r(word[threadIdx.x], word[threadIdx.x + 1], shift);
}

int main(void)
{
    char *rows;
    float *to;
    cudaMalloc(&rows, 4096);
    cudaMalloc(&to, 128);
    cudaMemset(rows, 0, 4096);
    sums<<<1, 32>>>(rows, 48, to);
    words<<<1, 32>>>((unsigned char *)rows + 5, (unsigned *)to);
    cudaDeviceSynchronize();
    return 0;
}
