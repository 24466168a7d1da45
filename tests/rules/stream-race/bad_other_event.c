#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

/* Two events; the one that is waited for belongs to other work. */
int main(void)
{
    char *a, *b, *c;
    cudaStream_t s, t, consumer;
    cudaEvent_t first, second;
    cudaMalloc((void **)&a, SIZE);
    cudaMalloc((void **)&b, SIZE);
    cudaMalloc((void **)&c, SIZE);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&consumer, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&first, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&second, cudaEventDisableTiming);
    cudaMemsetAsync(a, 1, SIZE, s);
    cudaEventRecord(first, s);
    cudaMemsetAsync(b, 2, SIZE, t); // site: related
    cudaEventRecord(second, t);
    cudaStreamWaitEvent(consumer, first, 0);
    cudaMemcpyAsync(c, b, SIZE, cudaMemcpyDeviceToDevice, consumer); // expect: stream-race arg=src
    cudaDeviceSynchronize();
    return 0;
}
