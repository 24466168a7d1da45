#include "cuda_runtime.h"

enum { SLOTS = 3, SIZE = 1 << 16 };

/* The event of the last slot stands for the earlier ones of its stream, too. */
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
        cudaMemcpyAsync(device[i], host, SIZE, cudaMemcpyHostToDevice, upload);
        cudaEventRecord(there[i], upload);
    }
    cudaStreamWaitEvent(work, there[SLOTS - 1], 0);
    for (int i = 0; i < SLOTS; i++)
        cudaMemsetAsync(device[i], i, SIZE, work);
    return cudaDeviceSynchronize();
}
