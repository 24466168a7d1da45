#include "cuda_runtime.h"

/* The node is in a graph that is part of another one; a clone has it, too. */
int main(void)
{
    void *d;
    cudaGraph_t graph, child, clone;
    cudaGraphExec_t exec;
    cudaGraphNode_t node;
    cudaMalloc(&d, 4096); // site: created
    cudaGraphCreate(&graph, 0);
    cudaGraphCreate(&child, 0);
    struct cudaMemsetParams params = { .dst = d, .elementSize = 4, .width = 8, .height = 1 };
    cudaGraphAddMemsetNode(&node, child, NULL, 0, &params); // site: related
    cudaGraphAddChildGraphNode(&node, graph, NULL, 0, child);
    cudaGraphClone(&clone, graph);
    cudaGraphDestroy(graph);
    cudaGraphInstantiate(&exec, clone, 0);
    cudaFree(d); // site: destroyed
    cudaGraphLaunch(exec, 0); // expect: graph-stale arg=graphExec object=device-memory state=freed
    return cudaDeviceSynchronize();
}
