#include "cuda_runtime.h"

enum { EVENTS = 3, ROUNDS = 12, BYTES = 1 << 20 };

static char host[64];

/* Three events in turns; the last round waits for an older one. */
int main(void)
{
    char *device;
    cudaStream_t fill, copy;
    cudaEvent_t filled[EVENTS], copied;
    cudaMalloc((void **)&device, BYTES);
    cudaStreamCreate(&fill);
    cudaStreamCreate(&copy);
    cudaEventCreate(&copied);
    for (int i = 0; i < EVENTS; i++)
        cudaEventCreate(&filled[i]);
    for (int i = 0; i < ROUNDS; i++) {
        cudaMemsetAsync(device, i, BYTES, fill); // site: related
        cudaEventRecord(filled[i % EVENTS], fill);
        cudaStreamWaitEvent(copy, filled[(i == ROUNDS - 1 ? i + 1 : i) % EVENTS], 0);
        cudaMemcpyAsync(host, device, 16, cudaMemcpyDeviceToHost, copy); // expect: stream-race arg=src
        cudaEventRecord(copied, copy);
        cudaStreamWaitEvent(fill, copied, 0);
    }
    cudaDeviceSynchronize();
    for (int i = 0; i < EVENTS; i++)
        cudaEventDestroy(filled[i]);
    cudaEventDestroy(copied);
    cudaStreamDestroy(fill);
    cudaStreamDestroy(copy);
    cudaFree(device);
    return 0;
}
