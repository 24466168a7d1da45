// env: INQUEST_SOFT_DEVICES=2
#include "cuda_runtime.h"

int main(void)
{
    void *a, *b;
    cudaSetDevice(0);
    cudaMalloc(&a, 64);
    cudaSetDevice(1);
    cudaMalloc(&b, 64); // site: created
    cudaMemcpyPeer(b, 0, a, 1, 64); // expect: wrong-context severity=warning arg=dstDevice object=device-memory
    cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(b);
    return 0;
}
