/* A batch of three copies, with one set of attributes for the first two and one for the third. */
#ifndef COPY_BATCH_H
#define COPY_BATCH_H

#include "cuda_runtime.h"

static char *a, *b;
static void *to[3];
static const void *from[3];
static size_t sizes[] = { 64, 64, 64 }, starts[] = { 0, 2 };
static struct cudaMemcpyAttributes attributes[2] = {
    { .srcAccessOrder = cudaMemcpySrcAccessOrderStream },
    { .srcAccessOrder = cudaMemcpySrcAccessOrderStream }
};
static cudaStream_t stream;

static inline void make_batch(void)
{
    cudaMalloc((void **)&a, 256);
    cudaMalloc((void **)&b, 256);
    cudaStreamCreate(&stream);
    for (int i = 0; i < 3; i++) {
        to[i] = a + 64 * i;
        from[i] = b + 64 * i;
    }
}

#endif
