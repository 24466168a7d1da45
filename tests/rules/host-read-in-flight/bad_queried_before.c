#include "cuda_runtime.h"

enum { SIZE = 64 << 10, TIMES = 5 };

static char *device, *host;
static cudaStream_t stream;
static cudaEvent_t event;
static volatile int sum;

/* That the event was complete says nothing of the copy that comes after it. */
int main(void)
{
    cudaMalloc((void **)&device, SIZE);
    cudaMallocHost((void **)&host, SIZE);
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    cudaEventRecord(event, stream);
    cudaStreamSynchronize(stream);
    for (int i = 0; i < TIMES; i++)
        cudaEventQuery(event);
    cudaMemcpyAsync(host, device, SIZE, cudaMemcpyDeviceToHost, stream); // site: related
    cudaEventQuery(event);
    sum += host[SIZE / 2]; // expect: host-read-in-flight object=pinned-memory
    cudaStreamSynchronize(stream);
    return 0;
}
