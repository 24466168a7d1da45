#include "graph_nodes.h"

/* The node of the executable graph gets another address; the one it had is nobody's concern any more. */
int main(void)
{
    CUgraph graph;
    CUgraphExec exec;
    void *host = NULL;
    two_streams();
    CUdeviceptr x = test_memory(4096, 0), y = test_memory(4096, 0);
    CUDA_KERNEL_NODE_PARAMS params = fill_kernel((void *[]){ &y, &n, &v });
    cuMemHostAlloc(&host, 8192, 0);
    cuGraphCreate(&graph, 0);
    CUgraphNode node = fill_node(graph, NULL, 0, x);
    cuGraphInstantiate(&exec, graph, 0);
    params.func = plain_kernel("fill");
    cuGraphExecKernelNodeSetParams(exec, node, &params);
    cuCtxSynchronize();
    cuGraphLaunch(exec, a);                                     // site: related
    cuMemcpyDtoHAsync(host, x, 4096, b);
    cuMemcpyDtoHAsync((char *)host + 4096, y, 4096, b);         // expect: stream-race api=cuMemcpyDtoHAsync arg=srcDevice
    cuCtxSynchronize();
    return cuMemFreeHost(host);
}
