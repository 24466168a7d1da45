/* A cache keeps a device pointer that its owner has freed. */
#include "cuda_runtime.h"

#include <stdio.h>

struct cache { int *table; };

static void drop(struct cache *cache)
{
    cudaFree(cache->table);
}

static cudaError_t refresh(struct cache *cache, const int *values, size_t count)
{
    return cudaMemcpy(cache->table, values, count * sizeof *values, cudaMemcpyHostToDevice);
}

int main(void)
{
    int values[256] = { 0 };
    struct cache cache = { NULL };

    cudaMalloc((void **)&cache.table, sizeof values);
    refresh(&cache, values, 256);
    drop(&cache);
    printf("refresh: %s\n", cudaGetErrorString(refresh(&cache, values, 256)));
    return 0;
}
