#include "cuda_runtime.h"

int main(void)
{
    char *device;
    cudaStream_t s, other;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaMalloc((void **)&device, 4096);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaMemsetAsync(device, 1, 4096, s);
    cudaStreamEndCapture(s, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, s); // site: related
    cudaMemsetAsync(device, 2, 4096, other); // expect: stream-race arg=devPtr
    cudaDeviceSynchronize();
    cudaFree(device);
    return 0;
}
