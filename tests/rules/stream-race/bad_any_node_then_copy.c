#include "any_nodes.h"

/* A graph whose nodes are made and changed by the calls for any type, against a copy on another stream. */
int main(void)
{
    CUgraph graph;
    CUgraphExec exec;
    CUgraphNode node;
    void *host = NULL;
    two_streams();
    CUdeviceptr x = test_memory(4096, 0), y = test_memory(4096, 0);
    CUgraphNodeParams params = fill_params((void *[]){ &y, &n, &v }), changed = fill_params((void *[]){ &x, &n, &v });
    cuMemHostAlloc(&host, 4096, 0);
    cuGraphCreate(&graph, 0);
    cuGraphAddNode(&node, graph, NULL, 0, &params);
    cuGraphInstantiate(&exec, graph, 0);
    cuGraphExecNodeSetParams(exec, node, &changed);
    cuCtxSynchronize();
    cuGraphLaunch(exec, a);                     // site: related
    cuMemcpyDtoHAsync(host, x, 4096, b);        // expect: stream-race arg=srcDevice
    cuCtxSynchronize();
    return cuMemFreeHost(host);
}
