#include "cuda_runtime.h"
#include <stdlib.h>

/* The block moved; the old address is what is copied from. */
int main(void)
{
    char *device, *host = malloc(100), *wall = malloc(100); // site: created
    char *old = host;
    cudaMalloc((void **)&device, 1 << 20);
    host = realloc(host, 100000); // site: destroyed
    cudaMemcpy(device, old, 100, cudaMemcpyHostToDevice); // expect: host-use-after-free arg=src state=freed
    cudaFree(device);
    free(host);
    free(wall);
    return 0;
}
