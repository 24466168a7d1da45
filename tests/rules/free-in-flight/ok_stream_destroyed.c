#include "cuda_runtime.h"

/* A stream may be destroyed while it has work; the device is waited for. */
int main(void)
{
    char *host, *device;
    cudaStream_t s;
    cudaMallocHost((void **)&host, 4096);
    cudaMalloc((void **)&device, 4096);
    for (int i = 0; i < 200; i++) {
        cudaStreamCreate(&s);
        cudaMemcpyAsync(device, host, 4096, cudaMemcpyHostToDevice, s);
        cudaStreamDestroy(s);
        cudaDeviceSynchronize();
    }
    cudaFreeHost(host);
    cudaFree(device);
    return 0;
}
