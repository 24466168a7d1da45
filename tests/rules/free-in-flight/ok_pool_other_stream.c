#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

/* Memory of a pool goes from stream to stream with events, round after round. */
int main(void)
{
    char *device;
    cudaStream_t s, t;
    cudaMemPool_t pool;
    cudaEvent_t e;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    cudaDeviceGetDefaultMemPool(&pool, 0);
    for (int i = 0; i < 10; i++) {
        cudaMallocFromPoolAsync((void **)&device, SIZE, pool, s);
        cudaMemsetAsync(device, 1, SIZE, s);
        cudaEventRecord(e, s);
        cudaStreamWaitEvent(t, e, 0);
        cudaMemsetAsync(device, 2, SIZE, t);
        cudaFreeAsync(device, t);
        cudaEventRecord(e, t);
        cudaStreamWaitEvent(s, e, 0);
    }
    return cudaDeviceSynchronize() != 0;
}
