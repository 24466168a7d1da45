#include "any_nodes.h"

/* Two kernels of one graph without a path between them. */
int main(void)
{
    CUgraph graph;
    CUgraphExec exec;
    CUgraphNode nodes[3];
    two_streams();
    CUdeviceptr x = test_memory(4096, 0);
    CUgraphNodeParams kernel = fill_params((void *[]){ &x, &n, &v }), empty = { .type = CU_GRAPH_NODE_TYPE_EMPTY };
    cuGraphCreate(&graph, 0);
    cuGraphAddNode(&nodes[0], graph, NULL, 0, &kernel); // site: related
    cuGraphAddNode(&nodes[1], graph, NULL, 0, &kernel); // expect: stream-race api=cuGraphAddNode object=device-memory
    cuGraphAddNode(&nodes[2], graph, nodes, 2, &empty);
    cuGraphInstantiate(&exec, graph, 0);
    cuCtxSynchronize();
    cuGraphLaunch(exec, a);
    cuCtxSynchronize();
    cuGraphExecDestroy(exec);
    return cuGraphDestroy(graph);
}
