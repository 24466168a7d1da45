#include "cuda_runtime.h"

int main(void)
{
    void *d, *h, *m, *a;
    return cudaMalloc(&d, 64) || cudaMallocHost(&h, 64) || cudaMallocManaged(&m, 64, cudaMemAttachGlobal) || cudaMallocAsync(&a, 64, 0) ||
           cudaFreeAsync(a, 0) || cudaStreamSynchronize(0) || cudaFree(d) || cudaFreeHost(h) || cudaFree(m);
}
