#include "cuda_runtime.h"

/* Arrays of nodes with room for none: they are not touched, wherever they lie. */
int main(void)
{
    CUgraph graph;
    CUgraphNode first, next, from, to;
    size_t count = 0;
    cudaFree(NULL);
    if (cuGraphCreate(&graph, 0) || cuGraphAddEmptyNode(&first, graph, NULL, 0) || cuGraphAddEmptyNode(&next, graph, &first, 1))
        return 1;
    cuGraphGetNodes(graph, (CUgraphNode *)8, &count);      // expect: bad-size arg=numNodes result=1
    cudaGraphGetRootNodes(graph, &from, &count);           // expect: bad-size arg=pNumRootNodes result=1
    cuGraphGetEdges(graph, &from, &to, &count);            // expect: bad-size arg=numEdges result=1
    cuGraphNodeGetDependencies(next, &from, &count);       // expect: bad-size arg=numDependencies result=1
    cuGraphNodeGetDependencies(first, &from, &count);      // expect: bad-size arg=numDependencies result=1
    cuGraphNodeGetDependentNodes(first, &to, &count);      // expect: bad-size arg=numDependentNodes result=1
    return cuGraphDestroy(graph);
}
