#include "cuda_runtime.h"

int main(void)
{
    void *p;
    return cudaMalloc(&p, (size_t)64 << 20) || cudaMemset(p, 0, (size_t)64 << 20) || cudaFree(p);
}
