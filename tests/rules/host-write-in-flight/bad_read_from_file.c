#include <stdio.h>

#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

int main(void)
{
    char *host, *device;
    cudaStream_t s;
    FILE *file = fopen("/dev/zero", "r");
    cudaMallocHost((void **)&host, SIZE);
    cudaMalloc((void **)&device, SIZE);
    cudaStreamCreate(&s);
    cudaMemcpyAsync(device, host, SIZE, cudaMemcpyHostToDevice, s); // site: related
    size_t got = fread(host, 1, SIZE, file); // expect: host-write-in-flight object=pinned-memory
    cudaStreamSynchronize(s);
    cudaFreeHost(host);
    cudaFree(device);
    return got != SIZE;
}
// exit: 0
