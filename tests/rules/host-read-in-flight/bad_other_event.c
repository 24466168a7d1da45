#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

/* The event was recorded before the copy, not after it. */
int main(void)
{
    char *host, *device;
    cudaStream_t s;
    cudaEvent_t e;
    cudaMallocHost((void **)&host, SIZE);
    cudaMalloc((void **)&device, SIZE);
    cudaStreamCreate(&s);
    cudaEventCreate(&e);
    cudaEventRecord(e, s);
    cudaMemcpyAsync(host, device, SIZE, cudaMemcpyDeviceToHost, s); // site: related
    cudaEventSynchronize(e);
    int early = host[0]; // expect: host-read-in-flight object=pinned-memory
    (void)early;
    cudaStreamSynchronize(s);
    cudaFreeHost(host);
    cudaFree(device);
    return 0;
}
