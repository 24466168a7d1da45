#include "../../cases/kernels.h"

int main(void)
{
    int *d;
    unsigned n = 0;
    case_kernels();
    cudaMalloc((void **)&d, 4096);
    void *args[] = { &d, &n };
    cudaLaunchConfig_t config = { .gridDim = { 1, 1, 1 }, .blockDim = { 32, 1, 1 } };
    cudaStreamCreate(&config.stream); // site: created
    cudaStreamDestroy(config.stream); // site: destroyed
    return cudaLaunchKernelExC(&config, (const void *)store, args); // expect: destroyed-handle arg=config->stream object=stream state=destroyed contained=1
}
