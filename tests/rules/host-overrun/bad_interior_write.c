#include "cuda_runtime.h"
#include <stdlib.h>

/* The pad behind the block keeps the rest of the heap whole. */
int main(void)
{
    char *device, *host = malloc(1000), *pad = malloc(1 << 16); // site: created
    cudaMalloc((void **)&device, 1 << 20);
    cudaMemcpy(host + 990, device, 11, cudaMemcpyDeviceToHost); // expect: host-overrun arg=dst object=host-memory
    cudaFree(device);
    _Exit(pad == NULL);
}
