#define _GNU_SOURCE 1
#include "cuda_runtime.h"
#include <sys/mman.h>

/* What is behind the first part keeps it from growing in its place. */
int main(void)
{
    enum { SIZE = 1 << 20 };
    void *device;
    char *area = mmap(NULL, 3 * SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); // site: created
    cudaMalloc(&device, SIZE);
    mremap(area, SIZE, 2 * SIZE, MREMAP_MAYMOVE); // site: destroyed
    cudaMemcpy(device, area, SIZE, cudaMemcpyHostToDevice); // expect: host-unmapped arg=src contained=1 state=freed
    cudaFree(device);
    return 0;
}
