#include "../../cases/kernels.h"

/* One configuration for launches on two streams in turns, with other sizes and other memory; each result is read where it was made. */
int main(void)
{
    int *d[2], h[2][64];
    unsigned n = 0;
    cudaStream_t streams[2];
    case_kernels();
    for (int i = 0; i < 2; i++) {
        cudaStreamCreate(&streams[i]);
        cudaMalloc((void **)&d[i], sizeof h[i]);
    }
    cudaLaunchConfig_t config = { .blockDim = { 32, 1, 1 } };
    for (unsigned i = 0; i < 8; i++) {
        void *args[] = { &d[i % 2], &n };
        n = 32 * (1 + i % 3 % 2);
        config.gridDim = (struct dim3){ n / 32, 1, 1 };
        config.stream = streams[i % 2];
        cudaLaunchKernelExC(&config, (const void *)store, args);
        cudaMemcpyAsync(h[i % 2], d[i % 2], n * sizeof(int), cudaMemcpyDefault, config.stream);
    }
    for (int i = 0; i < 2; i++) {
        cudaStreamSynchronize(streams[i]);
        cudaStreamDestroy(streams[i]);
        cudaFree(d[i]);
    }
    return h[0][31] == 31 && h[1][31] == 31 ? 0 : 1;
}
