#include "cuda_runtime.h"

/* A node that was added after the graph was cloned has no clone. */
int main(void)
{
    CUgraph graph, clone;
    CUgraphNode before, after, found;
    cudaFree(NULL);
    cuGraphCreate(&graph, 0);
    cuGraphAddEmptyNode(&before, graph, NULL, 0);
    cuGraphClone(&clone, graph);
    cuGraphAddEmptyNode(&after, graph, NULL, 0);
    cuGraphNodeFindInClone(&found, before, clone);
    return cuGraphNodeFindInClone(&found, after, clone); // expect: wrong-type-handle arg=hClonedGraph
}
