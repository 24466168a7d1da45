#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

/* Two result buffers, and the event of the other one is waited for. */
int main(void)
{
    char *host[2], *device;
    cudaStream_t s;
    cudaEvent_t done[2];
    int sum = 0;
    cudaMalloc((void **)&device, SIZE);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    for (int i = 0; i < 2; i++) {
        cudaMallocHost((void **)&host[i], SIZE);
        cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming);
    }
    for (int i = 0; i < 2; i++) {
        cudaMemcpyAsync(host[i], device, SIZE, cudaMemcpyDeviceToHost, s); // site: related
        cudaEventRecord(done[i], s);
    }
    cudaEventSynchronize(done[0]);
    sum += host[1][0]; // expect: host-read-in-flight object=pinned-memory
    cudaStreamSynchronize(s);
    return sum & 0;
}
