#include <string.h>

#include "cuda_runtime.h"

enum { SIZE = 4 << 20 };

int main(void)
{
    char *host, *device, last;
    cudaStream_t s;
    cudaMallocHost((void **)&host, SIZE); // site: created
    memset(host, 0x22, SIZE);
    cudaMalloc((void **)&device, SIZE);
    cudaStreamCreate(&s);
    cudaMemcpyAsync(device, host, SIZE, cudaMemcpyHostToDevice, s); // site: related
    host[SIZE - 1] = 7; // expect: host-write-in-flight object=pinned-memory
    cudaStreamSynchronize(s);
    cudaMemcpy(&last, device + SIZE - 1, 1, cudaMemcpyDeviceToHost);
    cudaFreeHost(host);
    cudaFree(device);
    return 0;
}
