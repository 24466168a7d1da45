#include <stdlib.h>

#include "cuda_runtime.h"

/* The program's own wrappers allocate and free: their callers are to be found behind them. */
static void *checked_malloc(size_t size)
{
    void *block = malloc(size); // site: created
    if (!block)
        abort();
    return block;
}

static void release(void *block)
{
    free(block); // site: destroyed
}

int main(void)
{
    void *device, *host = checked_malloc(256);
    cudaMalloc(&device, 256);
    release(host);
    cudaMemcpy(device, host, 256, cudaMemcpyHostToDevice); // expect: host-use-after-free arg=src state=freed
    cudaFree(device);
    return 0;
}
