#include "cuda_runtime.h"

int main(void)
{
    void *p;
    size_t size = 4096, first = 0;
    struct cudaMemLocation device = { cudaMemLocationTypeDevice, 0 };
    cudaMallocManaged(&p, size, cudaMemAttachGlobal);
    cudaMemPrefetchBatchAsync(&p, &size, 1, &device, &first, 1, 0, NULL);   // expect: null-handle arg=stream result=1
    return cudaFree(p);
}
