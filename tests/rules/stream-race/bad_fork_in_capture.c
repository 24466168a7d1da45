#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

/* The second branch of a capture reads what the first one writes: the event was recorded in front of the write. */
int main(void)
{
    char *host, *device, *other;
    cudaStream_t s, t;
    cudaEvent_t fork, join;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaMallocHost((void **)&host, SIZE);
    cudaMalloc((void **)&device, SIZE);
    cudaMalloc((void **)&other, SIZE);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&fork, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&join, cudaEventDisableTiming);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaMemsetAsync(other, 0, SIZE, s);
    cudaEventRecord(fork, s);
    cudaStreamWaitEvent(t, fork, 0);
    cudaMemcpyAsync(device, host, SIZE, cudaMemcpyHostToDevice, s); // site: related
    cudaMemcpyAsync(other, device, SIZE, cudaMemcpyDeviceToDevice, t); // expect: stream-race arg=src
    cudaEventRecord(join, t);
    cudaStreamWaitEvent(s, join, 0);
    cudaStreamEndCapture(s, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    for (int i = 0; i < 3; i++)
        cudaGraphLaunch(exec, s);
    cudaStreamSynchronize(s);
    return 0;
}
