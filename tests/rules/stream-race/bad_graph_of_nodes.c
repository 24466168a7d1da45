#include "graph_nodes.h"

/* A graph made node by node, against a copy on another stream. */
int main(void)
{
    CUgraph graph;
    CUgraphExec exec;
    CUgraphNode node;
    void *host = NULL;
    two_streams();
    CUdeviceptr x = test_memory(4096, 0);
    CUDA_KERNEL_NODE_PARAMS params = fill_kernel((void *[]){ &x, &n, &v });
    cuMemHostAlloc(&host, 4096, 0);
    cuGraphCreate(&graph, 0);
    cuGraphAddKernelNode(&node, graph, NULL, 0, &params);
    cuGraphInstantiate(&exec, graph, 0);
    cuCtxSynchronize();
    cuGraphLaunch(exec, a);                     // site: related
    cuMemcpyDtoHAsync(host, x, 4096, b);        // expect: stream-race arg=srcDevice
    cuCtxSynchronize();
    return cuMemFreeHost(host);
}
