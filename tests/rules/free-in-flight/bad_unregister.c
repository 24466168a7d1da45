#include "cuda_runtime.h"

static char host[8192] __attribute__((aligned(4096)));

int main(void)
{
    char *device;
    cudaStream_t s;
    cudaHostRegister(host, sizeof host, 0);
    cudaMalloc((void **)&device, sizeof host);
    cudaStreamCreate(&s);
    cudaMemcpyAsync(host, device, 4096, cudaMemcpyDeviceToHost, s); // site: related
    cudaHostUnregister(host); // expect: free-in-flight arg=ptr severity=warning
    cudaStreamSynchronize(s);
    cudaFree(device);
    return 0;
}
