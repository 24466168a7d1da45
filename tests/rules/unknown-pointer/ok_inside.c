#include "cuda_runtime.h"

static char host[64];

int main(void)
{
    char *p;
    return cudaMalloc((void **)&p, 4096) || cudaMemcpy(p + 4032, host, 64, cudaMemcpyHostToDevice) || cudaFree(p);
}
