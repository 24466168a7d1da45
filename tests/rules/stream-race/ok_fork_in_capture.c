#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

/* Two branches of a capture that wait for each other where they use the same memory, and only there. */
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
    cudaMemcpyAsync(device, host, SIZE, cudaMemcpyHostToDevice, s);
    cudaEventRecord(fork, s);
    cudaStreamWaitEvent(t, fork, 0);
    cudaMemcpyAsync(other, device, SIZE, cudaMemcpyDeviceToDevice, t);
    cudaEventRecord(join, t);
    cudaStreamWaitEvent(s, join, 0);
    cudaMemcpyAsync(device, host, SIZE / 2, cudaMemcpyHostToDevice, s);
    cudaMemsetAsync(device + SIZE / 2, 0, SIZE / 2, t);
    cudaEventRecord(join, t);
    cudaStreamWaitEvent(s, join, 0);
    cudaStreamEndCapture(s, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    for (int i = 0; i < 3; i++)
        cudaGraphLaunch(exec, s);
    cudaStreamSynchronize(s);
    return 0;
}
