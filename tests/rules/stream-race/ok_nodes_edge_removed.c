#include "graph_nodes.h"

/* Nothing is known of the order of nodes once a dependency was removed; here it is put back. */
int main(void)
{
    CUgraph graph;
    CUgraphExec exec;
    two_streams();
    CUdeviceptr x = test_memory(4096, 0);
    cuGraphCreate(&graph, 0);
    CUgraphNode first = fill_node(graph, NULL, 0, x), last = fill_node(graph, &first, 1, x);
    int failed = cuGraphRemoveDependencies(graph, &first, &last, 1) || cuGraphAddDependencies(graph, &first, &last, 1) || cuGraphInstantiate(&exec, graph, 0);
    cuCtxSynchronize();
    cuGraphLaunch(exec, a);
    cuCtxSynchronize();
    cuGraphExecDestroy(exec);
    return failed || cuGraphDestroy(graph);
}
