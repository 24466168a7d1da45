#include "cuda_runtime.h"

int main(void)
{
    int host = 0, other, *a, *b;
    return cudaMalloc((void **)&a, 64) || cudaMalloc((void **)&b, 64) || cudaMemcpy(a, &host, 4, cudaMemcpyHostToDevice) ||
           cudaMemcpy(b, a, 4, cudaMemcpyDeviceToDevice) || cudaMemcpy(&other, b, 4, cudaMemcpyDeviceToHost) ||
           cudaMemcpy(&host, &other, 4, cudaMemcpyHostToHost) || cudaMemcpy(a, &host, 4, cudaMemcpyDefault) || cudaFree(a) || cudaFree(b);
}
