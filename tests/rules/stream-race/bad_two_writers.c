#include "cuda_runtime.h"

int main(void)
{
    char *device;
    cudaStream_t a, b;
    cudaMalloc((void **)&device, 8192);
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaMemsetAsync(device, 1, 4097, a); // site: related
    cudaMemsetAsync(device + 4096, 2, 4096, b); // expect: stream-race arg=devPtr
    cudaDeviceSynchronize();
    cudaFree(device);
    return 0;
}
