#include "cuda_runtime.h"
#include <sys/mman.h>

int main(void)
{
    void *device, *host = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    cudaMalloc(&device, 1 << 20);
    munmap(host, 1 << 20);
    cudaMemcpy(device, host, 1 << 20, cudaMemcpyHostToDevice); // expect: host-unmapped arg=src contained=1
    cudaFree(device);
    return 0;
}
