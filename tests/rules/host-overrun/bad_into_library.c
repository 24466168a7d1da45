// needs: mappings downwards
#define _GNU_SOURCE
#include "cuda_runtime.h"
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>

/* Directly behind the block lies a part of a file that may not be accessed, as there are in libraries. */
int main(void)
{
    enum { SIZE = 16 << 20, PAGE = 4096 };
    char *device, *host;
    char *area = mmap(NULL, 2 * SIZE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mmap(area + SIZE, SIZE, PROT_NONE, MAP_PRIVATE | MAP_FIXED, open("/proc/self/exe", O_RDONLY), 0);
    munmap(area, SIZE);
    host = malloc(SIZE - 2 * PAGE); // site: created
    if (host + SIZE < area || host > area + SIZE)
        return 77;
    cudaMalloc((void **)&device, SIZE);
    cudaMemcpy(device, host, SIZE, cudaMemcpyHostToDevice); // expect: host-overrun arg=src contained=1
    cudaFree(device);
    free(host);
    return 0;
}
