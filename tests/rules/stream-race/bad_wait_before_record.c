#include "cuda_runtime.h"

static char host[64];

/* A wait for an event that was not recorded yet orders nothing. */
int main(void)
{
    char *device;
    cudaStream_t fill, copy;
    cudaEvent_t filled;
    cudaMalloc((void **)&device, 1 << 20);
    cudaStreamCreate(&fill);
    cudaStreamCreate(&copy);
    cudaEventCreate(&filled);
    cudaStreamWaitEvent(copy, filled, 0);
    cudaMemsetAsync(device, 1, 1 << 20, fill); // site: related
    cudaEventRecord(filled, fill);
    cudaMemcpyAsync(host, device, 16, cudaMemcpyDeviceToHost, copy); // expect: stream-race arg=src
    cudaDeviceSynchronize();
    cudaFree(device);
    return 0;
}
