// nvcc: -arch=compute_75 -lineinfo
#include <cuda_runtime.h>

__device__ float *weights;
__constant__ float *fixed;
__device__ float *rows[2];

__global__ void use(float *out) { out[0] = weights[1] + fixed[2] + rows[1][3]; }

int main()
{
    float *out, *data, *both[2];
    cudaMalloc(&out, 64);
    cudaMalloc(&data, 64);
    cudaMemset(data, 0, 64);
    both[0] = both[1] = data;
    cudaMemcpyToSymbol(weights, &data, sizeof data);
    cudaMemcpyToSymbol(fixed, &data, sizeof data);
    cudaMemcpyToSymbol(rows, both, sizeof both);
    use<<<1, 1>>>(out);
    return cudaDeviceSynchronize() || cudaFree(data) || cudaFree(out);
}
