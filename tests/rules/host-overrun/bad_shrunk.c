#include "cuda_runtime.h"
#include <stdlib.h>

int main(void)
{
    char *device, *host = malloc(64);
    cudaMalloc((void **)&device, 4096);
    host = realloc(host, 2048);
    host = realloc(host, 512); // site: created
    cudaMemcpy(device, host, 2048, cudaMemcpyHostToDevice); // expect: host-overrun arg=src
    cudaFree(device);
    free(host);
    return 0;
}
