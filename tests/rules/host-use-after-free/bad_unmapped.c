#include "cuda_runtime.h"
#include <stdlib.h>

/* A big block has pages of its own, which go with it: a real driver crashes. */
int main(void)
{
    char *device, *host = malloc(64 << 20); // site: created
    cudaMalloc((void **)&device, 1 << 20);
    free(host); // site: destroyed
    cudaMemcpy(device, host, 1 << 20, cudaMemcpyHostToDevice); // expect: host-use-after-free arg=src contained=1
    cudaFree(device);
    return 0;
}
