#include "cuda_runtime.h"
#include <stdlib.h>

int main(void)
{
    char *device, *host = malloc(16);
    if (cudaMalloc((void **)&device, 1 << 20))
        return 1;
    for (size_t size = 16; size <= 1 << 20; size *= 2) {
        host = realloc(host, size);
        if (cudaMemcpy(device, host, size, cudaMemcpyHostToDevice) || cudaMemcpy(host, device, size, cudaMemcpyDeviceToHost))
            return 2;
    }
    free(host);
    return cudaFree(device);
}
