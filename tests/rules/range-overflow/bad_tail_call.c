// cc: gcc -O2
#include "cuda_runtime.h"

/* Compilers make a jump of the last call: the functions have no frames of their own then. */
__attribute__((noinline)) static cudaError_t upload(void *to, const void *from, size_t bytes)
{
    return cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice); // expect: range-overflow arg=count
}

__attribute__((noinline)) static cudaError_t upload_floats(void *to, const float *from, size_t count)
{
    return upload(to, from, count * sizeof *from);
}

int main(void)
{
    static const float values[64];
    void *to;
    cudaMalloc(&to, 64); // site: created
    return !upload_floats(to, values, 64);
}
