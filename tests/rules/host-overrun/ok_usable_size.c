#include "cuda_runtime.h"
#include <malloc.h>
#include <stdlib.h>

/* Who asks how much is usable may use it. */
int main(void)
{
    char *device, *host = malloc(100);
    size_t size = malloc_usable_size(host);
    int bad = cudaMalloc((void **)&device, 4096) || cudaMemcpy(device, host, size, cudaMemcpyHostToDevice) || cudaFree(device);
    free(host);
    return bad;
}
