#include "graph_nodes.h"

/* Two kernels of one graph, joined only behind both. */
int main(void)
{
    CUgraph graph;
    CUgraphExec exec;
    CUgraphNode nodes[3];
    two_streams();
    CUdeviceptr x = test_memory(4096, 0);
    cuGraphCreate(&graph, 0);
    CUDA_KERNEL_NODE_PARAMS params = fill_kernel((void *[]){ &x, &n, &v });
    cuGraphAddKernelNode(&nodes[0], graph, NULL, 0, &params); // site: related
    cuGraphAddKernelNode(&nodes[1], graph, NULL, 0, &params); // expect: stream-race api=cuGraphAddKernelNode object=device-memory
    cuGraphAddEmptyNode(&nodes[2], graph, nodes, 2);
    cuGraphInstantiate(&exec, graph, 0);
    cuCtxSynchronize();
    cuGraphLaunch(exec, a);
    cuCtxSynchronize();
    cuGraphExecDestroy(exec);
    return cuGraphDestroy(graph);
}
