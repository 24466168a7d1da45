#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

/* The event is waited for before it is recorded, which waits for nothing. */
int main(void)
{
    char *host, *device;
    cudaStream_t s;
    cudaEvent_t done;
    cudaMallocHost((void **)&host, SIZE);
    cudaMalloc((void **)&device, SIZE);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    cudaMemcpyAsync(host, device, SIZE, cudaMemcpyDeviceToHost, s); // site: related
    cudaEventSynchronize(done);
    volatile char early = host[0]; // expect: host-read-in-flight object=pinned-memory
    (void)early;
    cudaEventRecord(done, s);
    cudaEventSynchronize(done);
    return 0;
}
