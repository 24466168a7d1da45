#include "cuda_runtime.h"
#include <stdlib.h>

/* A block with a mapping of its own: what is read lies behind the mapping. */
int main(void)
{
    char *device, *host = malloc(16 << 20); // site: created
    cudaMalloc((void **)&device, 1 << 30);
    cudaMemcpy(device, host, 1 << 30, cudaMemcpyHostToDevice); // expect: host-overrun arg=src contained=1
    cudaFree(device);
    free(host);
    return 0;
}
