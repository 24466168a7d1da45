#include "../../cases/kernels.h"

/* Copies between host buffers are fully synchronous and in the order of their stream: what came before is complete when they return. */
int main(void)
{
    int *d = NULL, h[16], first = 1, second = 2;
    unsigned n = 16;
    cudaStream_t blocking, other;
    case_kernels();
    cudaStreamCreate(&blocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaMalloc((void **)&d, sizeof h);
    LAUNCH(store, 1, 32, 0, blocking, &d, &n);
    cudaMemcpy(&first, &second, sizeof first, cudaMemcpyHostToHost);
    cudaMemcpyAsync(h, d, sizeof h, cudaMemcpyDeviceToHost, other);
    cudaStreamSynchronize(other);
    LAUNCH(store, 1, 32, 0, blocking, &d, &n);
    cudaMemcpyAsync(&second, &first, sizeof first, cudaMemcpyHostToHost, blocking);
    cudaMemcpyAsync(h, d, sizeof h, cudaMemcpyDeviceToHost, other);
    cudaStreamSynchronize(other);
    return cudaFree(d);
}
