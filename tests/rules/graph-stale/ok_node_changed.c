#include "../../cases/kernels.h"

/* The nodes get new memory before the old one is freed: in the executable graph, and in the graph for the next one. */
int main(void)
{
    int *old, *d;
    unsigned n = 16;
    cudaGraph_t graph;
    cudaGraphExec_t exec, again;
    cudaGraphNode_t set, run;
    case_kernels();
    cudaMalloc((void **)&old, 4096);
    cudaMalloc((void **)&d, 4096);
    cudaGraphCreate(&graph, 0);
    struct cudaMemsetParams fill = { .dst = old, .value = 1, .elementSize = 1, .width = 64, .height = 1 };
    cudaGraphAddMemsetNode(&set, graph, NULL, 0, &fill);
    void *args[] = { &old, &n };
    struct cudaKernelNodeParams params = { .func = (void *)store, .gridDim = { 1, 1, 1 }, .blockDim = { 32, 1, 1 }, .kernelParams = args };
    cudaGraphAddKernelNode(&run, graph, &set, 1, &params);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, 0);
    args[0] = &d;
    fill.dst = d;
    cudaGraphExecMemsetNodeSetParams(exec, set, &fill);
    cudaGraphExecKernelNodeSetParams(exec, run, &params);
    cudaGraphMemsetNodeSetParams(set, &fill);
    cudaGraphKernelNodeSetParams(run, &params);
    cudaDeviceSynchronize();
    cudaFree(old);
    cudaGraphLaunch(exec, 0);
    cudaGraphInstantiate(&again, graph, 0);
    cudaGraphLaunch(again, 0);
    cudaDeviceSynchronize();
    cudaGraphExecDestroy(exec);
    cudaGraphExecDestroy(again);
    cudaGraphDestroy(graph);
    return cudaFree(d);
}
