#include "cuda_runtime.h"

static char host[1 << 16];

int main(void)
{
    char *device;
    cudaStream_t fill, copy;
    cudaEvent_t filled;
    cudaMalloc((void **)&device, sizeof host);
    cudaStreamCreateWithFlags(&fill, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&copy, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&filled, cudaEventDisableTiming);
    cudaMemsetAsync(device, 1, sizeof host, fill);
    cudaEventRecord(filled, fill);
    cudaStreamWaitEvent(copy, filled, 0);
    cudaMemcpyAsync(host, device, 4096, cudaMemcpyDeviceToHost, copy);
    cudaStreamSynchronize(copy);
    cudaFree(device);
    return 0;
}
