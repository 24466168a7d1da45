// env: INQUEST_SOFT_DEVICES=2
#include "cuda_runtime.h"

int main(void)
{
    void *a, *b;
    return cudaSetDevice(0) || cudaMalloc(&a, 64) || cudaSetDevice(1) || cudaMalloc(&b, 64) || cudaMemcpyPeer(b, 1, a, 0, 64) || cudaDeviceSynchronize() ||
           cudaFree(a) || cudaFree(b);
}
