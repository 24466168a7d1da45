#include "cuda_runtime.h"

static char host[1000];

int main(void)
{
    char *device;
    cudaMalloc((void **)&device, 1000);
    cudaError_t e = cudaMemcpy(device, host, 1000, cudaMemcpyHostToDevice);
    if (!e) e = cudaMemcpy(device + 990, host, 10, cudaMemcpyHostToDevice);
    if (!e) e = cudaMemcpy(device + 1000, host, 0, cudaMemcpyHostToDevice);
    if (!e) e = cudaMemset(device + 1, 1, 999);
    if (!e) e = cudaMemcpy(host, device, 1000, cudaMemcpyDeviceToHost);
    if (!e) e = cudaFree(device);
    return e || host[1] != 1;
}
