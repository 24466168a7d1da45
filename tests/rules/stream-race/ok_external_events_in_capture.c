#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

/* A graph that waits for an event of the world outside and records another one for it. */
int main(void)
{
    char *host, *device, *other;
    cudaStream_t s, t;
    cudaEvent_t ready, done;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaMallocHost((void **)&host, SIZE);
    cudaMalloc((void **)&device, SIZE);
    cudaMalloc((void **)&other, SIZE);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&ready, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaStreamWaitEvent(s, ready, 1 /* cudaEventWaitExternal */);
    cudaMemcpyAsync(other, device, SIZE, cudaMemcpyDeviceToDevice, s);
    cudaEventRecordWithFlags(done, s, 1 /* cudaEventRecordExternal */);
    cudaStreamEndCapture(s, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    for (int i = 0; i < 3; i++) {
        cudaMemcpyAsync(device, host, SIZE, cudaMemcpyHostToDevice, t);
        cudaEventRecord(ready, t);
        cudaGraphLaunch(exec, s);
        cudaStreamWaitEvent(t, done, 0);
        cudaMemsetAsync(other, 0, SIZE, t);
        cudaStreamSynchronize(t);
    }
    return cudaDeviceSynchronize() != 0;
}
