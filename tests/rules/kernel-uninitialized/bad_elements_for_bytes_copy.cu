// nvcc: -arch=sm_75 -lineinfo
#include <cuda_runtime.h>

__global__ void add(float *to, const double *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] += (float)from[i];
}

int main()
{
    const int n = 1000;
    static double host[n];
    float *sums;
    double *values;
    cudaMalloc(&sums, n * sizeof *sums);
    cudaMalloc(&values, n * sizeof *values);
    cudaMemcpyAsync(values, host, n, cudaMemcpyHostToDevice, 0); // site-soft: related
    cudaMemset(sums, 0, n * sizeof *sums);
    add<<<(n + 255) / 256, 256>>>(sums, values, n); // expect-soft: kernel-uninitialized severity=warning arg=from says=cudaMemcpyAsync_wrote_only_the_first_1000_bytes,_but_1000_elements_have_8000_bytes
    return cudaDeviceSynchronize() || cudaFree(sums) || cudaFree(values);
}
