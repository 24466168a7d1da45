#include "cuda_runtime.h"

/* As PyTorch's over cudaMallocAsync: before the block is freed on its own stream, that one waits for the others that used it. */
int main(void)
{
    cudaStream_t own, other;
    cudaEvent_t ready, over;
    cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&ready, cudaEventDisableTiming);
    for (int i = 0; i < 10; i++) {
        char *p;
        cudaMallocAsync((void **)&p, 1 << 16, own);
        cudaMemsetAsync(p, i, 1 << 16, own);
        cudaEventRecord(ready, own);
        cudaStreamWaitEvent(other, ready, 0);
        cudaMemsetAsync(p, 1, 1 << 12, other);
        cudaEventCreateWithFlags(&over, cudaEventDisableTiming);
        cudaEventRecord(over, other);
        cudaStreamWaitEvent(own, over, 0);
        cudaEventDestroy(over);
        cudaFreeAsync(p, own);
    }
    return cudaDeviceSynchronize();
}
