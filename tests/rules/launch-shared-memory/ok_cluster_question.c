#include "../../cases/kernels.h"

/* The questions of bad_cluster_question about a launch that can be made, and that launch. */
int main(void)
{
    int count, *d;
    unsigned n = 0;
    cudaLaunchConfig_t config = { .gridDim = { 64, 1, 1 }, .blockDim = { 32, 1, 1 }, .dynamicSmemBytes = 1024 };
    case_kernels();
    void *args[] = { &d, &n };
    int failed = cudaMalloc((void **)&d, 4096);
    failed |= cudaOccupancyMaxActiveClusters(&count, (const void *)store, &config) || cudaOccupancyMaxPotentialClusterSize(&count, (const void *)store, &config);
    return failed || cudaLaunchKernelExC(&config, (const void *)store, args) || cudaDeviceSynchronize() || cudaFree(d);
}
