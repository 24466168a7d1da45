#include "cuda_runtime.h"

int main(void)
{
    void *p, *q;
    if (cudaMalloc(&p, 64) || cudaFree(p))
        return 1;
    p = NULL;
    if (cudaFree(p) || cudaMalloc(&q, 64))
        return 2;
    return cudaFree(q);
}
