#include "cuda_runtime.h"
#include <stdlib.h>

/* A realloc that fails leaves the block; one that shrinks leaves the address. */
int main(void)
{
    char *device, *host = malloc(10000);
    volatile size_t absurd = (size_t)1 << 62;
    if (cudaMalloc((void **)&device, 1 << 20) || realloc(host, absurd))
        return 1;
    if (cudaMemcpy(device, host, 10000, cudaMemcpyHostToDevice))
        return 2;
    host = realloc(host, 5000);
    int bad = cudaMemcpy(device, host, 5000, cudaMemcpyHostToDevice) || cudaFree(device);
    free(host);
    return bad;
}
