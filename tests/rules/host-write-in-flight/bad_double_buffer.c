#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

/* Two staging buffers with an event each; the wrong event is waited for before the refill. */
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
    for (int i = 0; i < 2; i++) {
        cudaMemcpyAsync(device[i], host[i], SIZE, cudaMemcpyHostToDevice, s); // site: related
        cudaEventRecord(copied[i], s);
    }
    cudaEventSynchronize(copied[0]);
    host[1][0] = 1; // expect: host-write-in-flight object=pinned-memory
    cudaStreamSynchronize(s);
    return 0;
}
