#include "cuda_runtime.h"
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *device, *host = malloc(4000); // site: created
    cudaMalloc((void **)&device, 1 << 20);
    memset(host, 1, 4000);
    free(host); // site: destroyed
    cudaMemcpy(device, host, 4000, cudaMemcpyHostToDevice); // expect: host-use-after-free arg=src object=host-memory state=freed contained=0
    cudaFree(device);
    return 0;
}
