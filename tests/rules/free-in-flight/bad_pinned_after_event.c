#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

/* The event was recorded before the last copy from the buffer. */
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
    cudaEventRecord(e, s);
    cudaMemcpyAsync(device + SIZE / 2, host + SIZE / 2, SIZE / 2, cudaMemcpyHostToDevice, s); // site: related
    cudaEventSynchronize(e);
    cudaFreeHost(host); // expect: free-in-flight arg=ptr severity=warning
    cudaDeviceSynchronize();
    return 0;
}
