#include "cuda_runtime.h"
#include <stdlib.h>

/* The allocator hands the same places out again, in other sizes. */
int main(void)
{
    char *device;
    unsigned seed = 1;
    if (cudaMalloc((void **)&device, 1 << 20))
        return 1;
    for (int i = 0; i < 2000; i++) {
        size_t size = (size_t)(rand_r(&seed) % (i % 7 ? 2000 : 200000)) + 1;
        char *host = malloc(size);
        if (cudaMemcpy(device, host, size, cudaMemcpyHostToDevice) || cudaMemcpy(host + size / 3, device, size / 3, cudaMemcpyDeviceToHost))
            return 2;
        free(host);
    }
    return cudaFree(device);
}
