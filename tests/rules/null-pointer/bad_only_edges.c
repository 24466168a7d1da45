#include "cuda_runtime.h"

/* The data of edges without the nodes that they lead to. */
int main(void)
{
    cudaGraph_t graph;
    cudaGraphNode_t node;
    cudaGraphEdgeData edges[4];
    size_t count = 0;
    cudaGraphCreate(&graph, 0);
    cudaGraphAddEmptyNode(&node, graph, NULL, 0);
    cudaGraphNodeGetDependencies(node, NULL, edges, &count); // expect: null-pointer arg=pDependencies says=edgeData
    cudaGraphDestroy(graph);
    return 0;
}
