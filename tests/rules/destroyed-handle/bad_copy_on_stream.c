#include "cuda_runtime.h"

int main(void)
{
    int host = 0, *device;
    cudaStream_t s;
    cudaMalloc((void **)&device, 64);
    cudaStreamCreate(&s); // site: created
    cudaStreamDestroy(s); // site: destroyed
    cudaMemcpyAsync(device, &host, 4, cudaMemcpyHostToDevice, s); // expect: destroyed-handle arg=stream object=stream contained=1
    cudaFree(device);
    return 0;
}
