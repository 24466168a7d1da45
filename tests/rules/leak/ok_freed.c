#include "cuda_runtime.h"

int main(void)
{
    void *p;
    cudaStream_t s;
    return cudaMalloc(&p, 1 << 20) || cudaStreamCreate(&s) || cudaStreamDestroy(s) || cudaFree(p);
}
