#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

/* The event is recorded on the stream that will wait for it. */
int main(void)
{
    char *a, *b;
    cudaStream_t producer, consumer;
    cudaEvent_t e;
    cudaMalloc((void **)&a, SIZE);
    cudaMalloc((void **)&b, SIZE);
    cudaStreamCreateWithFlags(&producer, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&consumer, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    cudaMemsetAsync(a, 1, SIZE, producer); // site: related
    cudaEventRecord(e, consumer);
    cudaStreamWaitEvent(consumer, e, 0);
    cudaMemcpyAsync(b, a, SIZE, cudaMemcpyDeviceToDevice, consumer); // expect: stream-race arg=src
    cudaDeviceSynchronize();
    return 0;
}
