// nvcc: -arch=sm_75
#include <cooperative_groups.h>

__global__ void turn(float *a, float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = i;
    cooperative_groups::this_grid().sync();
    if (i < n)
        b[i] = a[n - 1 - i];
}

int main()
{
    int n = 1000;
    float *a, *b;
    cudaMalloc(&a, 4000);
    cudaMalloc(&b, 4000);
    cudaMemset(a, 0, 4000);
    void *args[] = { &a, &b, &n };
    return cudaLaunchCooperativeKernel((const void *)turn, dim3(4), dim3(256), args, 0, 0) || cudaDeviceSynchronize() || cudaFree(a) || cudaFree(b);
}
