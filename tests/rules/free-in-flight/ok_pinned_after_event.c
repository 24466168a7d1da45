#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

/* Both copies are over when the event is. */
int main(void)
{
    char *host, *device;
    cudaStream_t s;
    cudaEvent_t e;
    cudaMallocHost((void **)&host, SIZE);
    cudaMalloc((void **)&device, SIZE);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    cudaMemcpyAsync(device, host, SIZE / 2, cudaMemcpyHostToDevice, s);
    cudaMemcpyAsync(device + SIZE / 2, host + SIZE / 2, SIZE / 2, cudaMemcpyHostToDevice, s);
    cudaEventRecord(e, s);
    while (cudaEventQuery(e) == cudaErrorNotReady)
        ;
    return cudaFreeHost(host) || cudaFree(device);
}
