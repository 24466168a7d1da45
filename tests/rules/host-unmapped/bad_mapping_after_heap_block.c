#include "cuda_runtime.h"
#include <stdlib.h>
#include <sys/mman.h>

/* The mapping lies where a freed heap block was; what is wrong is its munmap. */
int main(void)
{
    enum { SIZE = 64 << 20 };
    void *device;
    char *block = malloc(SIZE);
    cudaMalloc(&device, 1 << 20);
    free(block);
    char *at = (char *)((size_t)block & ~(size_t)4095);
    char *host = mmap(at, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); // site: created
    if (host != at)
        return 3;
    munmap(host, SIZE); // site: destroyed
    cudaMemcpy(device, host + 4096, 1 << 20, cudaMemcpyHostToDevice); // expect: host-unmapped arg=src contained=1 state=freed
    cudaFree(device);
    return 0;
}
