#include "../../cases/kernels.h"

/* No element is touched this time. */
int main(void)
{
    int *d;
    unsigned n = 0;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t node;
    case_kernels();
    cudaMalloc((void **)&d, 4096); // site: created
    cudaGraphCreate(&graph, 0);
    void *args[] = { &d, &n };
    struct cudaKernelNodeParams params = { .func = (void *)store, .gridDim = { 1, 1, 1 }, .blockDim = { 32, 1, 1 }, .kernelParams = args };
    cudaGraphAddKernelNode(&node, graph, NULL, 0, &params); // site: related
    cudaGraphInstantiate(&exec, graph, 0);
    cudaFree(d); // site: destroyed
    cudaGraphLaunch(exec, 0); // expect: graph-stale arg=graphExec object=device-memory state=freed severity=warning says=does_not_reach_it
    return cudaDeviceSynchronize();
}
