#include "cuda_runtime.h"

enum { SLOTS = 3, SIZE = 1 << 16 };

/* Each slot has its own event; the wait takes the neighbour's, which was recorded before. */
int main(void)
{
    cudaStream_t upload, work;
    cudaEvent_t there[SLOTS];
    char *device[SLOTS], *host;
    cudaStreamCreateWithFlags(&upload, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
    cudaMallocHost((void **)&host, SIZE);
    for (int i = 0; i < SLOTS; i++) {
        cudaMalloc((void **)&device[i], SIZE);
        cudaEventCreateWithFlags(&there[i], cudaEventDisableTiming);
        cudaMemcpyAsync(device[i], host, SIZE, cudaMemcpyHostToDevice, upload); // site: related
        cudaEventRecord(there[i], upload);
    }
    for (int i = 0; i < 2; i++) {
        cudaStreamWaitEvent(work, there[i ? i - 1 : i], 0);
        cudaMemsetAsync(device[i], i, SIZE, work); // expect: stream-race arg=devPtr
    }
    return cudaDeviceSynchronize();
}
