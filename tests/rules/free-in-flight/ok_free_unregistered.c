#include <stdlib.h>
#include <string.h>

#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

/* Other blocks come and go while a copy is under way; the registered one goes last. */
int main(void)
{
    char *host = aligned_alloc(4096, SIZE), *device, *other = malloc(100);
    cudaStream_t s;
    cudaHostRegister(host, SIZE, 0);
    cudaMalloc((void **)&device, SIZE);
    cudaStreamCreate(&s);
    for (int i = 0; i < 10; i++) {
        cudaMemcpyAsync(host, device, SIZE, cudaMemcpyDeviceToHost, s);
        other = realloc(other, (size_t)(i + 1) * 100000);
        memset(other, i, 1000);
        free(malloc(1 << 20));
        cudaStreamSynchronize(s);
    }
    cudaHostUnregister(host);
    free(host);
    free(other);
    cudaFree(device);
    return 0;
}
