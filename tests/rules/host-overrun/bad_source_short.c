#include "cuda_runtime.h"
#include <stdlib.h>

int main(void)
{
    char *device, *host = malloc(40); // site: created
    cudaMalloc((void **)&device, 1 << 20);
    cudaMemcpy(device, host, 4000, cudaMemcpyHostToDevice); // expect: host-overrun arg=src object=host-memory state=live contained=0
    cudaFree(device);
    free(host);
    return 0;
}
