#include "graph_nodes.h"

/* A graph made node by node, launched again and again on two streams that wait for each other; its nodes order themselves. */
int main(void)
{
    CUgraph graph;
    CUgraphExec exec;
    CUgraphNode first, second;
    void *host = NULL;
    two_streams();
    CUdeviceptr x = test_memory(4096, 0);
    CUDA_KERNEL_NODE_PARAMS params = fill_kernel((void *[]){ &x, &n, &v });
    cuMemHostAlloc(&host, 4096, 0);
    cuGraphCreate(&graph, 0);
    cuGraphAddKernelNode(&first, graph, NULL, 0, &params);
    cuGraphAddKernelNode(&second, graph, &first, 1, &params);
    cuGraphInstantiate(&exec, graph, 0);
    cuCtxSynchronize();
    for (int i = 0; i < 10; i++) {
        cuGraphLaunch(exec, a);
        AFTER(b, a);
        cuMemcpyDtoHAsync(host, x, 4096, b);
        AFTER(a, b);
        cuGraphLaunch(exec, a);
        cuGraphLaunch(exec, b);             /* launches of one graph wait for each other */
        AFTER(a, b);
    }
    cuCtxSynchronize();
    return cuMemFreeHost(host);
}
