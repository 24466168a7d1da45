#include "../../cases/kernels.h"

/* The stream of a configuration that was right for some launches. */
int main(void)
{
    int *d;
    unsigned n = 32;
    case_kernels();
    cudaMalloc((void **)&d, 4096);
    void *args[] = { &d, &n };
    cudaLaunchConfig_t config = { .gridDim = { 1, 1, 1 }, .blockDim = { 32, 1, 1 } };
    cudaStreamCreate(&config.stream); // site: created
    for (int i = 0; i < 6; i++) {
        if (i == 5)
            cudaStreamDestroy(config.stream); // site: destroyed
        cudaLaunchKernelExC(&config, (const void *)store, args); // expect: destroyed-handle arg=config->stream object=stream state=destroyed contained=1
    }
    return cudaFree(d);
}
