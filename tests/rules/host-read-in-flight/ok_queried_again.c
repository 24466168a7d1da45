#include "cuda_runtime.h"

enum { SIZE = 64 << 10, TIMES = 5 };

static char *device, *host;
static cudaStream_t stream;
static cudaEvent_t event;
static volatile int sum;

static void copy(void) { cudaMemcpyAsync(host, device, SIZE, cudaMemcpyDeviceToHost, stream); }

/* What is asked again and again of an event or a stream that has nothing to do is news once there was something. */
int main(void)
{
    cudaMalloc((void **)&device, SIZE);
    cudaMallocHost((void **)&host, SIZE);
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    for (int round = 0; round < TIMES; round++) {
        copy();
        cudaEventRecord(event, stream);
        while (cudaEventQuery(event) == cudaErrorNotReady)
            ;
        sum += host[SIZE / 2];
        for (int i = 0; i < TIMES; i++)
            cudaEventQuery(event);
    }
    for (int round = 0; round < TIMES; round++) {
        copy();
        while (cudaStreamQuery(stream) == cudaErrorNotReady)
            ;
        sum += host[SIZE / 2];
        for (int i = 0; i < TIMES; i++)
            cudaStreamQuery(stream);
    }
    return 0;
}
