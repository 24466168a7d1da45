#include "cuda_runtime.h"
#include <sys/mman.h>

int main(void)
{
    void *device, *host = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    cudaMalloc(&device, 1 << 20);
    if (cudaMemcpy(device, host, 1 << 20, cudaMemcpyHostToDevice) || munmap(host, 1 << 20))
        return 1;
    host = mmap(host, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    return cudaMemcpy(device, host, 1 << 20, cudaMemcpyHostToDevice) || cudaFree(device);
}
