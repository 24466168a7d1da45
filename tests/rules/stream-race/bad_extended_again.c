#include "../../cases/kernels.h"

/* Extended launches that alternate with others of the same kernel; the copy comes on another stream. */
int main(void)
{
    int *d, *other, h[32];
    unsigned n = 32;
    cudaStream_t copies;
    case_kernels();
    cudaLaunchConfig_t config = { .gridDim = { 1, 1, 1 }, .blockDim = { 32, 1, 1 } };
    cudaStreamCreate(&config.stream);
    cudaStreamCreate(&copies);
    cudaMalloc((void **)&d, sizeof h);
    cudaMalloc((void **)&other, sizeof h);
    void *args[] = { &d, &n };
    for (int i = 0; i < 4; i++) {
        LAUNCH(store, 1, 32, 0, config.stream, &other, &n);
        LAUNCH(empty, 1, 32, 0, config.stream, NULL);
        cudaStreamSynchronize(copies);
        cudaLaunchKernelExC(&config, (const void *)store, args); // site: related
    }
    cudaMemcpyAsync(h, d, sizeof h, cudaMemcpyDefault, copies); // expect: stream-race api=cudaMemcpyAsync arg=src
    cudaDeviceSynchronize();
    cudaFree(other);
    return cudaFree(d);
}
