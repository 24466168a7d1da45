#include "cuda_runtime.h"

/* An array of nodes with room for none: it is not touched, wherever it lies. */
int main(void)
{
    CUgraph graph;
    CUgraphNode node;
    size_t count = 0;
    cudaFree(NULL);
    if (cuGraphCreate(&graph, 0) || cuGraphAddEmptyNode(&node, graph, NULL, 0))
        return 1;
    cuGraphGetNodes(graph, (CUgraphNode *)8, &count); // expect: bad-size arg=numNodes result=1
    cudaGraphGetRootNodes(graph, &node, &count);      // expect: bad-size arg=pNumRootNodes result=1
    return cuGraphDestroy(graph);
}
