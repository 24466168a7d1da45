#include "cuda_runtime.h"

static char host[64];

int main(void)
{
    char *device;
    cudaMalloc((void **)&device, 64);
    return cudaMemcpy(device + 1, host + 3, 7, cudaMemcpyHostToDevice) || cudaMemset(device + 5, 1, 3) || cudaFree(device);
}
