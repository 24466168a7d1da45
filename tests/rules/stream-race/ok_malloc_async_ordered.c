#include "cuda_runtime.h"

/* Memory of a pool goes round: allocated and freed in stream order, handed over with events. */
int main(void)
{
    void *memory = 0;
    cudaStream_t s, t;
    cudaEvent_t made, used;
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    cudaEventCreate(&made);
    cudaEventCreate(&used);
    for (int i = 0; i < 8; i++) {
        cudaMallocAsync(&memory, 4096, s);
        cudaEventRecord(made, s);
        cudaStreamWaitEvent(t, made, 0);
        cudaMemsetAsync(memory, i, 4096, t);
        cudaEventRecord(used, t);
        cudaStreamWaitEvent(s, used, 0);
        cudaFreeAsync(memory, s);
        cudaMallocAsync(&memory, 4096, t);
        cudaMemsetAsync(memory, i, 4096, t);
        cudaFreeAsync(memory, t);
    }
    cudaDeviceSynchronize();
    return 0;
}
