#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

/* Two staging buffers with an event each. */
int main(void)
{
    char *host[2], *device[2];
    cudaStream_t s;
    cudaEvent_t copied[2];
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    for (int i = 0; i < 2; i++) {
        cudaMallocHost((void **)&host[i], SIZE);
        cudaMalloc((void **)&device[i], SIZE);
        cudaEventCreateWithFlags(&copied[i], cudaEventDisableTiming);
    }
    for (int round = 0; round < 10; round++) {
        int i = round % 2;
        cudaEventSynchronize(copied[i]);
        host[i][0] = 1;
        cudaMemcpyAsync(device[i], host[i], SIZE, cudaMemcpyHostToDevice, s);
        cudaEventRecord(copied[i], s);
    }
    return cudaStreamSynchronize(s) != 0;
}
