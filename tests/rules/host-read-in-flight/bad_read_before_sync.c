#include <string.h>

#include "cuda_runtime.h"

enum { SIZE = 4 << 20 };

int main(void)
{
    unsigned char *host, *device;
    cudaStream_t s;
    cudaMallocHost((void **)&host, SIZE); // site: created
    memset(host, 0, SIZE);
    cudaMalloc((void **)&device, SIZE);
    cudaMemset(device, 0x11, SIZE);
    cudaDeviceSynchronize();
    cudaStreamCreate(&s);
    cudaMemcpyAsync(host, device, SIZE, cudaMemcpyDeviceToHost, s); // site: related
    int early = host[SIZE - 1]; // expect: host-read-in-flight object=pinned-memory
    cudaStreamSynchronize(s);
    int late = host[SIZE - 1];
    (void)early;
    cudaFreeHost(host);
    cudaFree(device);
    return late != 0x11;
}
// exit: 0
