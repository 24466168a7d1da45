#include "cuda_runtime.h"

int main(void)
{
    void *memory;
    cudaStream_t s, t;
    cudaEvent_t used;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    cudaEventCreate(&used);
    for (int i = 0; i < 4; i++) {
        cudaMallocAsync(&memory, 4096, s);
        cudaStreamSynchronize(s);
        cudaMemsetAsync(memory, 1, 4096, t);
        cudaEventRecord(used, t);
        cudaStreamWaitEvent(s, used, 0);
        cudaFreeAsync(memory, s);
    }
    cudaDeviceSynchronize();
    return 0;
}
