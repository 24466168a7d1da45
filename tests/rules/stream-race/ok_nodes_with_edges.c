#include "graph_nodes.h"

/* Ordered by way of an empty node, by an edge that is added later, and by nothing where nothing is shared. */
int main(void)
{
    CUgraph graph;
    CUgraphExec exec;
    two_streams();
    CUdeviceptr x = test_memory(4096, 0), y = test_memory(4096, 0);
    cuGraphCreate(&graph, 0);
    CUgraphNode first = fill_node(graph, NULL, 0, x), middle, last;
    cuGraphAddEmptyNode(&middle, graph, NULL, 0);
    last = fill_node(graph, &middle, 1, x);
    fill_node(graph, NULL, 0, y);
    cuGraphAddDependencies(graph, &first, &middle, 1);
    CUgraphNode later = fill_node(graph, NULL, 0, x);
    cuGraphAddDependencies(graph, &last, &later, 1);
    int failed = cuGraphInstantiate(&exec, graph, 0);
    cuCtxSynchronize();
    cuGraphLaunch(exec, a);
    cuCtxSynchronize();
    cuGraphExecDestroy(exec);
    return failed || cuGraphDestroy(graph);
}
