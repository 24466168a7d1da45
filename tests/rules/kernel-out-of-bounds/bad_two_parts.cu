// nvcc: -arch=sm_75 -lineinfo
#include <cuda_runtime.h>

/* Two arrays of different size, left by different threads first: two mistakes. */
__global__ void copy(float *to, const double *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = (float)from[2 * i];
}

int main()
{
    float *to;
    double *from;
    cudaMalloc(&to, 1000 * sizeof *to);
    cudaMalloc(&from, 1500 * sizeof *from);
    cudaMemset(from, 0, 1500 * sizeof *from);
    copy<<<4, 256>>>(to, from, 1000); // expect-soft: kernel-out-of-bounds arg=from // expect-soft: kernel-out-of-bounds arg=to
    cudaDeviceSynchronize();
    return cudaFree(to) || cudaFree(from);
}
