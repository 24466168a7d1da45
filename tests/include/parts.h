/* A pinned block, whose parts go up to a block of the device one after the other, and what some of
 * them come back to on another stream. */
#ifndef PARTS_H
#define PARTS_H

#include "cuda_runtime.h"

enum { PART = 4096 };

static char *device, *pinned, *result;
static cudaStream_t up, down;

/* Room for [parts] that go up. */
static inline void one_way(int parts, unsigned flags)
{
    cudaMalloc((void **)&device, (size_t)parts * PART);
    cudaMallocHost((void **)&pinned, (size_t)parts * PART);
    cudaStreamCreateWithFlags(&up, flags);
}

/* The same for such as come back, too; the streams wait for nobody. */
static inline void both_ways(int parts)
{
    one_way(parts, cudaStreamNonBlocking);
    cudaMallocHost((void **)&result, (size_t)parts * PART);
    cudaStreamCreateWithFlags(&down, cudaStreamNonBlocking);
}

static inline void drop_parts(void)
{
    cudaStreamDestroy(up);
    cudaFree(device);
    cudaFreeHost(pinned);
    if (down) {
        cudaStreamDestroy(down);
        cudaFreeHost(result);
    }
}

#endif
