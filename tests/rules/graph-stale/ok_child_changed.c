#include "cuda_runtime.h"

/* The child is exchanged for one that uses memory which lives. */
int main(void)
{
    void *old, *new;
    cudaGraph_t graph, first, second;
    cudaGraphExec_t exec;
    cudaGraphNode_t node, part;
    cudaMalloc(&old, 4096);
    cudaMalloc(&new, 4096);
    cudaGraphCreate(&graph, 0);
    cudaGraphCreate(&first, 0);
    cudaGraphCreate(&second, 0);
    struct cudaMemsetParams params = { .dst = old, .elementSize = 4, .width = 8, .height = 1 };
    cudaGraphAddMemsetNode(&node, first, NULL, 0, &params);
    params.dst = new;
    cudaGraphAddMemsetNode(&node, second, NULL, 0, &params);
    cudaGraphAddChildGraphNode(&part, graph, NULL, 0, first);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphExecChildGraphNodeSetParams(exec, part, second);
    cudaFree(old);
    return cudaGraphLaunch(exec, 0) || cudaDeviceSynchronize() || cudaFree(new);
}
