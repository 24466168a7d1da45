#include "cuda_runtime.h"

static char host[64];

int main(void)
{
    int *device, n = -4;
    cudaMalloc((void **)&device, 64);
    cudaMemcpy(device, host, (size_t)n, cudaMemcpyHostToDevice); // expect: bad-size arg=count result=1
    cudaFree(device);
    return 0;
}
