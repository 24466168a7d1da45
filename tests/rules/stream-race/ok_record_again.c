#include "cuda_runtime.h"

static char host[64];

/* One event, recorded anew every round; each wait binds to the latest record. */
int main(void)
{
    char *device;
    cudaStream_t fill, copy;
    cudaEvent_t filled, copied;
    cudaMalloc((void **)&device, 1 << 20);
    cudaStreamCreateWithFlags(&fill, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&copy, cudaStreamNonBlocking);
    cudaEventCreate(&filled);
    cudaEventCreate(&copied);
    for (int i = 0; i < 50; i++) {
        cudaStreamWaitEvent(fill, copied, 0);
        cudaMemsetAsync(device, i, 1 << 20, fill);
        cudaEventRecord(filled, fill);
        cudaStreamWaitEvent(copy, filled, 0);
        cudaMemcpyAsync(host, device, 16, cudaMemcpyDeviceToHost, copy);
        cudaEventRecord(copied, copy);
    }
    cudaDeviceSynchronize();
    cudaFree(device);
    return 0;
}
