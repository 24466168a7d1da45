#include "cuda_runtime.h"

int main(void)
{
    int *device;
    cudaMalloc((void **)&device, 64);
    cudaMemcpy(device, NULL, 4, cudaMemcpyHostToDevice); // expect: null-pointer arg=src result=1
    cudaFree(device);
    return 0;
}
