#include "cuda_runtime.h"
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

/* Exact fits of every way to allocate, from the start and from the middle, both directions. */
static int both(char *device, char *host, size_t size)
{
    return !host || cudaMemcpy(device, host, size, cudaMemcpyHostToDevice) || cudaMemcpy(host, device, size, cudaMemcpyDeviceToHost) ||
           cudaMemcpy(device, host + size / 2, size - size / 2, cudaMemcpyHostToDevice);
}

int main(void)
{
    char *device;
    void *aligned = NULL;
    if (cudaMalloc((void **)&device, 8 << 20))
        return 1;
    for (size_t size = 1; size <= 8 << 20; size = size * 3 + 1) {
        char *blocks[] = { malloc(size), calloc(1, size), realloc(NULL, size), memalign(256, size), aligned_alloc(64, (size + 63) / 64 * 64),
                           reallocarray(NULL, size, 1), valloc(size), posix_memalign(&aligned, 4096, size) ? NULL : aligned };
        for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
            if (both(device, blocks[i], size))
                return 2;
        for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
            free(blocks[i]);
    }
    return cudaFree(device);
}
