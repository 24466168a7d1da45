#include "cuda_runtime.h"

int main(void)
{
    char *p;
    return cudaMalloc((void **)&p, 1024) || cudaMemset(p + 16, 0, 16) || cudaFree(p);
}
