#include "cuda_runtime.h"

int main(void)
{
    int host = 0, *device;
    cudaMalloc((void **)&device, 64);
    cudaDeviceReset();
    return cudaMalloc((void **)&device, 64) || cudaMemcpy(device, &host, 4, cudaMemcpyHostToDevice) || cudaFree(device);
}
