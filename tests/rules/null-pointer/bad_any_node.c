#include "cuda_runtime.h"

int main(void)
{
    cudaGraph_t graph;
    cudaGraphNode_t node;
    struct cudaGraphNodeParams params = { 0 };
    cudaGraphCreate(&graph, 0);
    params.type = cudaGraphNodeTypeHost;
    cudaGraphAddNode(&node, graph, NULL, NULL, 0, &params); // expect: null-pointer arg=nodeParams->host.fn
    return 0;
}
