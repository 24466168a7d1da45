#include "cuda_runtime.h"

static char host[64];

/* The legacy default stream comes after blocking streams, and they after it. */
int main(void)
{
    char *device;
    cudaStream_t a, b;
    cudaMalloc((void **)&device, 1 << 20);
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    for (int i = 0; i < 4; i++) {
        cudaMemsetAsync(device, i, 1 << 20, a);
        cudaMemset(device + 4096, i, 4096);
        cudaMemcpyAsync(device + 8192, device, 8192, cudaMemcpyDeviceToDevice, b);
        cudaMemcpy(host, device, 16, cudaMemcpyDeviceToHost);
    }
    cudaDeviceSynchronize();
    cudaFree(device);
    return 0;
}
