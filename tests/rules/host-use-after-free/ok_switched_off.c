// options: --host-memory no
#include "cuda_runtime.h"
#include <stdlib.h>

/* Wrong, but the user said that the heap is not to be watched. */
int main(void)
{
    char *device, *host = malloc(4000);
    free(host);
    return cudaMalloc((void **)&device, 4096) || cudaMemcpy(device, host, 4000, cudaMemcpyHostToDevice) || cudaFree(device);
}
