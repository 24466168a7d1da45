#include "cuda_runtime.h"

static cudaError_t __attribute__((noinline)) clear(void *p, size_t bytes) { return cudaMemset(p, 0, bytes); }  // expect: range-overflow arg=count unsaid=read

/* The caller's caller looks, and goes on without what failed. */
int main(void)
{
    void *p;
    int e = cudaMalloc(&p, 4096);
    if (clear(p, (size_t)1 << 30))
        e |= cudaFree(p);
    return e;
}
