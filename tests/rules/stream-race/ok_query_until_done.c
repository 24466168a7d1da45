#include "cuda_runtime.h"

static char host[4096];

int main(void)
{
    char *device;
    cudaStream_t a, b;
    cudaEvent_t filled;
    cudaMalloc((void **)&device, 4096);
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaEventCreate(&filled);
    cudaMemsetAsync(device, 1, 4096, a);
    while (cudaStreamQuery(a) == cudaErrorNotReady)
        ;
    cudaMemcpyAsync(host, device, 4096, cudaMemcpyDeviceToHost, b);
    cudaMemsetAsync(device, 2, 4096, b);
    cudaEventRecord(filled, b);
    while (cudaEventQuery(filled) == cudaErrorNotReady)
        ;
    cudaMemsetAsync(device, 3, 4096, a);
    cudaDeviceSynchronize();
    cudaFree(device);
    return 0;
}
