#include "cuda_runtime.h"

int main(void)
{
    void *d;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t node;
    cudaMalloc(&d, 4096); // site: created
    cudaGraphCreate(&graph, 0);
    struct cudaGraphNodeParams params = { .type = cudaGraphNodeTypeMemset };
    params.memset.dst = d;
    params.memset.elementSize = 4;
    params.memset.width = 8;
    params.memset.height = 1;
    cudaGraphAddNode(&node, graph, NULL, NULL, 0, &params); // site: related
    cudaGraphInstantiate(&exec, graph, 0);
    cudaFree(d); // site: destroyed
    cudaGraphLaunch(exec, 0); // expect: graph-stale arg=graphExec object=device-memory state=freed
    return cudaDeviceSynchronize();
}
