#include "cuda_runtime.h"

int main(void)
{
    char *host, *device;
    cudaStream_t s;
    cudaMallocHost((void **)&host, 1 << 16);
    cudaMalloc((void **)&device, 1 << 16);
    cudaStreamCreate(&s);
    cudaMemcpyAsync(device, host, 1 << 16, cudaMemcpyHostToDevice, s); // site: related
    cudaFreeHost(host); // expect: free-in-flight arg=ptr severity=warning
    cudaStreamSynchronize(s);
    cudaFree(device);
    return 0;
}
