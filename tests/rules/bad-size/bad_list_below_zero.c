#include "cuda_runtime.h"

enum { ELEMENTS = 1 << 16 };

/* A number of -1: the end of such a list would lie in front of it, and there is memory on both sides. */
int main(void)
{
    static CUgraphNode from[ELEMENTS], to[ELEMENTS];
    CUgraph graph;
    CUgraphNode node;
    cudaFree(NULL);
    cuGraphCreate(&graph, 0);
    cuGraphAddEmptyNode(&node, graph, NULL, 0);
    for (int i = 0; i < ELEMENTS; i++)
        from[i] = to[i] = i == 2 ? node : (CUgraphNode)(size_t)(0x10000 + i);
    cuGraphRemoveDependencies(graph, from + 2, to + 2, (size_t)-1); // expect: bad-size arg=numDependencies
    cuGraphAddDependencies(graph, from + 2, to + 2, (size_t)-1);    // expect: bad-size arg=numDependencies
    return cuGraphDestroy(graph);
}
