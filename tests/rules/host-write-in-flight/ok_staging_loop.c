#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

/* One staging buffer for all rounds, refilled when the copy of the round before is over. */
int main(void)
{
    char *host, *device;
    cudaStream_t s;
    cudaEvent_t copied;
    cudaMallocHost((void **)&host, SIZE);
    cudaMalloc((void **)&device, SIZE);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&copied, cudaEventDisableTiming);
    for (int round = 0; round < 20; round++) {
        cudaEventSynchronize(copied);
        host[round] = (char)round;
        cudaMemcpyAsync(device, host, SIZE, cudaMemcpyHostToDevice, s);
        cudaEventRecord(copied, s);
    }
    return cudaStreamSynchronize(s) != 0;
}
