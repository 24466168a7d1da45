#include "cuda_runtime.h"

static char host[64];

/* The wait binds to the record of the round before. */
int main(void)
{
    char *device;
    cudaStream_t fill, copy;
    cudaEvent_t filled;
    cudaMalloc((void **)&device, 1 << 20);
    cudaStreamCreateWithFlags(&fill, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&copy, cudaStreamNonBlocking);
    cudaEventCreate(&filled);
    cudaEventRecord(filled, fill);
    cudaMemsetAsync(device, 1, 1 << 20, fill); // site: related
    cudaStreamWaitEvent(copy, filled, 0);
    cudaMemcpyAsync(host, device, 16, cudaMemcpyDeviceToHost, copy); // expect: stream-race arg=src
    cudaDeviceSynchronize();
    cudaFree(device);
    return 0;
}
