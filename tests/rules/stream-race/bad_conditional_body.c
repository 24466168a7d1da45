// soft only: what bodies do is known from the software device
#include "any_nodes.h"

/* The kernel in the body of a condition, against a fill on another stream. */
int main(void)
{
    CUgraph graph, body;
    CUgraphExec exec;
    CUgraphNode node;
    two_streams();
    CUdeviceptr x = test_memory(4096, 0);
    CUgraphNodeParams kernel = fill_params((void *[]){ &x, &n, &v });
    cuGraphCreate(&graph, 0);
    if_node(graph, &body);
    cuGraphAddNode(&node, body, NULL, 0, &kernel);
    cuGraphInstantiate(&exec, graph, 0);
    cuCtxSynchronize();
    cuGraphLaunch(exec, a);                     // site: related
    cuMemsetD32Async(x, 1, 16, b);              // expect: stream-race arg=dstDevice
    return cuCtxSynchronize();
}
