#include "cuda_runtime.h"

enum { SIZE = 1 << 14, SLOTS = 4, ROUNDS = 100 };

/* A ring of pinned buffers, each filled again once its event is over. */
int main(void)
{
    char *host, *device;
    cudaStream_t s;
    cudaEvent_t sent[SLOTS];
    cudaMallocHost((void **)&host, SIZE * SLOTS);
    cudaMalloc((void **)&device, SIZE * SLOTS);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    for (int i = 0; i < SLOTS; i++)
        cudaEventCreateWithFlags(&sent[i], cudaEventDisableTiming);
    for (int round = 0; round < ROUNDS; round++) {
        int i = round % SLOTS;
        cudaEventSynchronize(sent[i]);
        for (int k = 0; k < SIZE; k++)
            host[i * SIZE + k] = (char)round;
        cudaMemcpyAsync(device + i * SIZE, host + i * SIZE, SIZE, cudaMemcpyHostToDevice, s);
        cudaEventRecord(sent[i], s);
    }
    cudaStreamSynchronize(s);
    cudaMemcpy(host, device + SIZE, 1, cudaMemcpyDeviceToHost);
    int good = host[0] == (ROUNDS - 3);
    cudaFreeHost(host);
    cudaFree(device);
    return !good;
}
