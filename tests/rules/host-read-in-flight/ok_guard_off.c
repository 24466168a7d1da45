#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

int main(void)
{
    char *host, *device;
    cudaStream_t s;
    cudaMallocHost((void **)&host, SIZE);
    cudaMalloc((void **)&device, SIZE);
    cudaStreamCreate(&s);
    cudaMemcpyAsync(host, device, SIZE, cudaMemcpyDeviceToHost, s);
    int early = host[0];
    (void)early;
    cudaStreamSynchronize(s);
    cudaFreeHost(host);
    cudaFree(device);
    return 0;
}
// options: --host-guard off
