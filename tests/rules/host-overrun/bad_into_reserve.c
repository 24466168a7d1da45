// needs: mappings downwards
#define _GNU_SOURCE
#include "cuda_runtime.h"
#include <stdlib.h>
#include <sys/mman.h>

/* Directly behind the block lies address space that is reserved, as a device's is: the driver judges, and refuses. */
int main(void)
{
    enum { SIZE = 16 << 20, PAGE = 4096 };
    char *device;
    char *area = mmap(NULL, 2 * SIZE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), *host;
    munmap(area, SIZE);
    host = malloc(SIZE - 2 * PAGE); // site: created
    if (host + SIZE < area || host > area + SIZE)
        return 77;
    cudaMalloc((void **)&device, SIZE);
    cudaMemcpy(device, host, SIZE, cudaMemcpyHostToDevice); // expect: host-overrun arg=src
    cudaFree(device);
    free(host);
    return 0;
}
