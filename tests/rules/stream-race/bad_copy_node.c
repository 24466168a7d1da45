#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

/* A graph that was made of a copy and a fill, launched, and its output copied on another stream. */
int main(void)
{
    char *host, *device, *other;
    cudaStream_t s, t;
    cudaGraph_t graph;
    cudaGraphNode_t copy, fill;
    cudaGraphExec_t exec;
    cudaMallocHost((void **)&host, SIZE);
    cudaMalloc((void **)&device, SIZE);
    cudaMalloc((void **)&other, SIZE);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    cudaGraphCreate(&graph, 0);
    struct cudaMemsetParams zeros = { .dst = other, .value = 0, .elementSize = 1, .width = SIZE, .height = 1 };
    cudaGraphAddMemsetNode(&fill, graph, NULL, 0, &zeros);
    cudaGraphAddMemcpyNode1D(&copy, graph, &fill, 1, device, host, SIZE, cudaMemcpyHostToDevice);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, s); // site: related
    cudaMemcpyAsync(host + 0, device, 0, cudaMemcpyDeviceToHost, t);
    cudaMemsetAsync(device, 1, SIZE, t); // expect: stream-race arg=devPtr
    cudaDeviceSynchronize();
    return 0;
}
