#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

/* The host works on one half, also within the page where the halves meet, while the other is copied. */
int main(void)
{
    char *host, *device;
    cudaStream_t s;
    cudaMallocHost((void **)&host, SIZE);
    cudaMalloc((void **)&device, SIZE);
    cudaMemset(device, 1, SIZE);
    cudaStreamCreate(&s);
    for (int i = 0; i < 4; i++) {
        cudaMemcpyAsync(host, device, 30000, cudaMemcpyDeviceToHost, s);
        for (int k = 30000; k < SIZE; k++)
            host[k]++;
        cudaStreamSynchronize(s);
    }
    int good = host[29999] == 1 && host[30000] == 4;
    cudaFreeHost(host);
    cudaFree(device);
    return !good;
}
