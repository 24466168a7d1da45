#include "cuda_runtime.h"

int main(void)
{
    float *rate, *device;
    cudaStream_t s;
    cudaMallocHost((void **)&rate, sizeof *rate);
    cudaMalloc((void **)&device, sizeof *device);
    cudaStreamCreate(&s);
    for (int i = 0; i < 3; i++) {
        *rate = 0.1f / (float)(i + 1);
        cudaMemcpyAsync(device, rate, sizeof *rate, cudaMemcpyHostToDevice, s);
        cudaStreamSynchronize(s);
    }
    cudaDeviceSynchronize();
    return 0;
}
