#include "cuda.h"

/* A list that has room for nothing is not touched: how many there are is all that the call says. */
int main(void)
{
    CUgraph graph;
    CUgraphNode node;
    size_t count = 0;
    test_context();
    if (cuGraphCreate(&graph, 0) || cuGraphAddEmptyNode(&node, graph, NULL, 0))
        return 1;
    return cuGraphGetNodes(graph, (CUgraphNode *)8, &count) || cuGraphGetNodes(graph, NULL, &count) || count != 1 || cuGraphDestroy(graph);
}
