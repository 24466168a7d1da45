#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

/* A graph and a copy of its output on another stream. */
int main(void)
{
    char *host, *device, *other;
    cudaStream_t s, t;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaMallocHost((void **)&host, SIZE);
    cudaMalloc((void **)&device, SIZE);
    cudaMalloc((void **)&other, SIZE);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaMemcpyAsync(device, host, SIZE, cudaMemcpyHostToDevice, s);
    cudaStreamEndCapture(s, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, s); // site: related
    cudaMemcpyAsync(other, device, SIZE, cudaMemcpyDeviceToDevice, t); // expect: stream-race arg=src
    cudaDeviceSynchronize();
    return 0;
}
