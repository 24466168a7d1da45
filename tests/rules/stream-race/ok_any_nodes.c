#include "any_nodes.h"

/* Nodes with edges, changed to what has no need of them, and a condition behind which an event is waited for. */
int main(void)
{
    CUgraph graph, body;
    CUgraphExec exec;
    CUgraphNode nodes[3];
    CUevent done;
    two_streams();
    CUdeviceptr x = test_memory(4096, 0), y = test_memory(4096, 0);
    CUgraphNodeParams kernel = fill_params((void *[]){ &x, &n, &v }), other = fill_params((void *[]){ &y, &n, &v });
    cuEventCreate(&done, CU_EVENT_DISABLE_TIMING);
    cuGraphCreate(&graph, 0);
    cuGraphAddNode(&nodes[0], graph, NULL, 0, &kernel);
    cuGraphAddNode(&nodes[1], graph, &nodes[0], 1, &kernel);
    if_node(graph, &body);
    cuGraphAddNode(&nodes[2], body, NULL, 0, &other);
    cuGraphInstantiate(&exec, graph, 0);
    cuCtxSynchronize();
    cuGraphLaunch(exec, a);
    cuEventRecord(done, a);
    cuStreamWaitEvent(b, done, 0);
    cuMemsetD32Async(x, 1, 16, b);
    cuMemsetD32Async(y, 1, 16, b);
    return cuCtxSynchronize();
}
