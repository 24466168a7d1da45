/* The parent lends memory to the child.  Include cuda_runtime.h first. */
#ifndef LENT_MEMORY_H
#define LENT_MEMORY_H

#include "two_processes.h"

/* For the parent: 4096 bytes, until the child has met it; the child's exit status. */
static inline int lend(void)
{
    cudaIpcMemHandle_t memory;
    void *at;
    cudaMalloc(&at, 4096);
    cudaIpcGetMemHandle(&memory, at);
    give(&memory, sizeof memory);
    meet();
    int status = join();
    cudaFree(at);
    return status;
}

/* For the child: what cudaIpcOpenMemHandle opens. */
static inline cudaIpcMemHandle_t lent(void)
{
    cudaIpcMemHandle_t memory;
    take(&memory, sizeof memory);
    return memory;
}

#endif
