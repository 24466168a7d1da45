#include "cuda_runtime.h"
#include <sys/mman.h>

enum { SIZE = 64 << 10 };

static char *map(int size) { return mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); }

/* Two mappings that happen to be neighbours. */
int main(void)
{
    char *device;
    cudaMalloc((void **)&device, 1 << 20);
    char *upper = map(SIZE);
    char *host = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); // site: created
    if (host + SIZE != upper)
        return 3;
    cudaMemcpy(device, host + 100, SIZE, cudaMemcpyHostToDevice); // expect: host-overrun arg=src object=host-memory contained=0
    cudaFree(device);
    return 0;
}
