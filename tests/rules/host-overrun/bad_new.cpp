#include "cuda_runtime.h"

int main()
{
    void *device;
    float *host = new float[100]; // site: created
    cudaMalloc(&device, 4096);
    cudaMemcpy(device, host, 800, cudaMemcpyHostToDevice); // expect: host-overrun arg=src
    cudaFree(device);
    delete[] host;
    return 0;
}
