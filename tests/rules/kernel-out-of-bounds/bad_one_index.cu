// nvcc: -arch=sm_75 -lineinfo
#include <cuda_runtime.h>

/* One wrong comparison: it shows at each array and statement, in each block's first row, and at each launch. */
__global__ void step(float *to, const float *from, const float *weights, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i <= n; i += gridDim.x * blockDim.x) {
        float sum = from[i] * weights[i]; // site-soft: kernel
        if (i > 0)
            sum += from[i - 1];
        to[i] = sum;
        to[i] += from[i + 1];
    }
}

int main()
{
    float *a, *b, *weights;
    cudaMalloc(&a, 4000);
    cudaMalloc(&b, 4000);
    cudaMalloc(&weights, 4000);
    cudaMemset(a, 0, 4000);
    cudaMemset(b, 0, 4000);
    cudaMemset(weights, 0, 4000);
    for (int i = 0; i < 3; i++) {
        step<<<4, 128>>>(a, b, weights, 1000); // expect-soft: kernel-out-of-bounds object=device-memory
        step<<<4, 128>>>(b, a, weights, 1000); // site-soft: related
    }
    cudaDeviceSynchronize();
    return cudaFree(a) || cudaFree(b) || cudaFree(weights);
}
