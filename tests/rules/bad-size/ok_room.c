#include "cuda_runtime.h"

/* First how many nodes there are, then the nodes; and arrays that have room for some, or for more. */
int main(void)
{
    CUgraph graph;
    CUgraphNode nodes[2], got[2], to[2];
    size_t count = 0;
    cudaFree(NULL);
    if (cuGraphCreate(&graph, 0) || cuGraphAddEmptyNode(&nodes[0], graph, NULL, 0) || cuGraphAddEmptyNode(&nodes[1], graph, nodes, 1))
        return 1;
    if (cuGraphGetNodes(graph, NULL, &count) || count != 2 || cudaGraphGetNodes(graph, got, &count) || count != 2)
        return 2;
    count = 1;
    if (cuGraphGetRootNodes(graph, got, &count) || count != 1 || got[0] != nodes[0])
        return 3;
    if (cuGraphGetEdges(graph, got, to, &count) || count != 1 || got[0] != nodes[0] || to[0] != nodes[1])
        return 4;
    count = 2;
    return cuGraphNodeGetDependencies(nodes[0], got, &count) || count || cuGraphDestroy(graph);
}
