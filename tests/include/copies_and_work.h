/* A pinned block and one of the device, a stream that copies between them, and one for work that
 * does not wait for it. */
#ifndef COPIES_AND_WORK_H
#define COPIES_AND_WORK_H

#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

static char *host, *device;
static cudaStream_t copies, work;

static inline void copies_and_work(void)
{
    cudaMallocHost((void **)&host, SIZE);
    cudaMalloc((void **)&device, SIZE);
    cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
}

#endif
