#include "cuda_runtime.h"

static char host[4096];

/* Small copies from pageable memory are over when they return, on every driver that is known. */
int main(void)
{
    char *device;
    cudaStream_t s;
    cudaMalloc((void **)&device, sizeof host);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpyAsync(host, device, sizeof host, cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
    cudaFree(device);
    return 0;
}
