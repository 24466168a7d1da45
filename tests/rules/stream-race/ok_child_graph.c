#include "graph_nodes.h"

/* Twice the same child, one behind the other; the copy waits. */
int main(void)
{
    CUgraph graph, child;
    CUgraphExec exec;
    CUgraphNode nodes[2];
    void *host = NULL;
    two_streams();
    CUdeviceptr x = test_memory(4096, 0);
    cuMemHostAlloc(&host, 4096, 0);
    cuGraphCreate(&child, 0);
    fill_node(child, NULL, 0, x);
    cuGraphCreate(&graph, 0);
    cuGraphAddChildGraphNode(&nodes[0], graph, NULL, 0, child);
    cuGraphAddChildGraphNode(&nodes[1], graph, nodes, 1, child);
    cuGraphInstantiate(&exec, graph, 0);
    cuCtxSynchronize();
    cuGraphLaunch(exec, a);
    AFTER(b, a);
    cuMemcpyDtoHAsync(host, x, 4096, b);
    cuCtxSynchronize();
    return cuMemFreeHost(host);
}
