#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

/* The same graph on two streams, ordered by an event, then by being the same graph; captured work itself does not run. */
int main(void)
{
    char *host, *device, *other;
    cudaStream_t s, t;
    cudaEvent_t done;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaMallocHost((void **)&host, SIZE);
    cudaMalloc((void **)&device, SIZE);
    cudaMalloc((void **)&other, SIZE);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaMemcpyAsync(device, host, SIZE, cudaMemcpyHostToDevice, s);
    cudaStreamEndCapture(s, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaMemsetAsync(device, 0, SIZE, t);
    cudaEventRecord(done, t);
    cudaStreamWaitEvent(s, done, 0);
    cudaGraphLaunch(exec, s);
    cudaEventRecord(done, s);
    cudaStreamWaitEvent(t, done, 0);
    cudaGraphLaunch(exec, t);
    cudaMemcpyAsync(other, device, SIZE, cudaMemcpyDeviceToDevice, t);
    cudaStreamSynchronize(t);
    cudaGraphLaunch(exec, s);
    cudaGraphLaunch(exec, t);
    cudaMemcpyAsync(other, device, SIZE, cudaMemcpyDeviceToDevice, t);
    return cudaDeviceSynchronize() != 0;
}
