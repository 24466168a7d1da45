#include "../../cases/kernels.h"

/* The same extended launches were right before the memory was freed. */
int main(void)
{
    int *d;
    unsigned n = 0;
    case_kernels();
    cudaLaunchConfig_t config = { .gridDim = { 1, 1, 1 }, .blockDim = { 32, 1, 1 } };
    cudaStreamCreate(&config.stream);
    cudaMalloc((void **)&d, 4096);
    void *args[] = { &d, &n };
    for (int i = 0; i < 6; i++) {
        if (i == 5) {
            cudaStreamSynchronize(config.stream);
            cudaFree(d); // site: destroyed
        }
        cudaLaunchKernelExC(&config, (const void *)store, args); // expect: launch-freed-pointer api=cudaLaunchKernelExC object=device-memory state=freed severity=warning
    }
    return cudaStreamDestroy(config.stream);
}
