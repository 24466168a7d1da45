#include "../../cases/kernels.h"

/* Blocking streams and the legacy stream wait for each other. */
int main(void)
{
    int *d = NULL, h[16];
    unsigned n = 16;
    cudaStream_t s;
    case_kernels();
    cudaStreamCreate(&s);
    cudaMalloc((void **)&d, sizeof h);
    LAUNCH(store, 1, 32, 0, s, &d, &n);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    LAUNCH(store, 1, 32, 0, 0, &d, &n);
    LAUNCH(store, 1, 32, 0, s, &d, &n);
    cudaDeviceSynchronize();
    return cudaFree(d);
}
