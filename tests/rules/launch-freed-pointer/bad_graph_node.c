#include "../../cases/kernels.h"

int main(void)
{
    int *d;
    unsigned n = 0;
    cudaGraph_t graph;
    cudaGraphNode_t node;
    case_kernels();
    cudaMalloc((void **)&d, 4096);
    cudaFree(d); // site: destroyed
    cudaGraphCreate(&graph, 0);
    void *args[] = { &d, &n };
    struct cudaKernelNodeParams params = { .func = (void *)store, .gridDim = { 1, 1, 1 }, .blockDim = { 32, 1, 1 }, .kernelParams = args };
    cudaGraphAddKernelNode(&node, graph, NULL, 0, &params); // expect: launch-freed-pointer api=cudaGraphAddKernelNode arg=p state=freed severity=warning
    return cudaGraphDestroy(graph);
}
