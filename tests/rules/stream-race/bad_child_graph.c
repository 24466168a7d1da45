#include "graph_nodes.h"

/* What the child graph does the graph's launches do. */
int main(void)
{
    CUgraph graph, child;
    CUgraphExec exec;
    CUgraphNode node;
    void *host = NULL;
    two_streams();
    CUdeviceptr x = test_memory(4096, 0);
    cuMemHostAlloc(&host, 4096, 0);
    cuGraphCreate(&child, 0);
    fill_node(child, NULL, 0, x);
    cuGraphCreate(&graph, 0);
    cuGraphAddChildGraphNode(&node, graph, NULL, 0, child);
    cuGraphInstantiate(&exec, graph, 0);
    cuCtxSynchronize();
    cuGraphLaunch(exec, a);                     // site: related
    cuMemcpyDtoHAsync(host, x, 4096, b);        // expect: stream-race api=cuMemcpyDtoHAsync arg=srcDevice
    cuCtxSynchronize();
    return cuMemFreeHost(host);
}
