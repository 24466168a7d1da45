#include "cuda_runtime.h"

int main(void)
{
    cudaGraph_t graph;
    cudaGraphNode_t node, before[4];
    cudaGraphEdgeData edges[4];
    size_t count = 0;
    cudaGraphCreate(&graph, 0);
    cudaGraphAddEmptyNode(&node, graph, NULL, 0);
    cudaGraphNodeGetDependencies(node, NULL, NULL, &count);
    count = 4;
    cudaGraphNodeGetDependencies(node, before, edges, &count);
    cudaGraphDestroy(graph);
    return 0;
}
