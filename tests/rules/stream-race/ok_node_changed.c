#include "graph_nodes.h"

/* The address that the node had is nobody's concern once it is changed. */
int main(void)
{
    CUgraph graph;
    CUgraphExec exec;
    void *host = NULL;
    two_streams();
    CUdeviceptr x = test_memory(4096, 0), y = test_memory(4096, 0);
    CUDA_KERNEL_NODE_PARAMS params = fill_kernel((void *[]){ &y, &n, &v });
    cuMemHostAlloc(&host, 4096, 0);
    cuGraphCreate(&graph, 0);
    CUgraphNode node = fill_node(graph, NULL, 0, x);
    cuGraphInstantiate(&exec, graph, 0);
    params.func = plain_kernel("fill");
    cuGraphExecKernelNodeSetParams(exec, node, &params);
    cuCtxSynchronize();
    cuGraphLaunch(exec, a);
    cuMemcpyDtoHAsync(host, x, 4096, b);
    cuCtxSynchronize();
    return cuMemFreeHost(host);
}
