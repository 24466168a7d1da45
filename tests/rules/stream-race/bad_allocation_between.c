#include "../../cases/kernels.h"

/* Allocations of device and pinned memory between two streams' work: neither waits, whatever old programming guides said. */
int main(void)
{
    int *d = NULL, *more, *pinned, h[16];
    unsigned n = 16;
    cudaStream_t one, two;
    case_kernels();
    cudaStreamCreate(&one);
    cudaStreamCreate(&two);
    cudaMalloc((void **)&d, sizeof h);
    LAUNCH(store, 1, 32, 0, one, &d, &n);                       // site: related
    cudaMalloc((void **)&more, sizeof h);
    cudaHostAlloc((void **)&pinned, sizeof h, cudaHostAllocDefault);
    cudaMemcpyAsync(h, d, sizeof h, cudaMemcpyDefault, two);    // expect: stream-race api=cudaMemcpyAsync arg=src
    cudaDeviceSynchronize();
    cudaFreeHost(pinned);
    cudaFree(more);
    return cudaFree(d);
}
