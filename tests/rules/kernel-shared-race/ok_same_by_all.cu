/* Each thread stores what all others store, and reads it back. */
#include <cuda_runtime.h>

__global__ void fill(int *shared_out, int *common, int value)
{
    __shared__ int n;
    n = value;
    *common = value;
    shared_out[threadIdx.x] = *(volatile int *)&n + *common;
    n = value;
    *common = value;
}

int main()
{
    int *out, *common;
    cudaMalloc(&out, 96 * sizeof *out);
    cudaMalloc(&common, sizeof *common);
    fill<<<1, 96>>>(out, common, 7);
    return cudaDeviceSynchronize() || cudaFree(out) || cudaFree(common);
}
