#include "cuda_runtime.h"

struct block { char head[16], data[64]; };

/* A member of nothing: a driver that has to find out whose address it is crashes on it. */
int main(void)
{
    struct block *block = NULL;
    void *p;
    cudaMalloc(&p, 64);
    cudaMemcpy(block->data, p, sizeof block->data, cudaMemcpyDefault);      // expect: host-unmapped arg=dst contained=1
    return cudaFree(p);
}
