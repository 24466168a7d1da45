#include "test_kernels.h"

/* A graph allocates memory, fills it and frees it, node by node of any type; a kernel outside gets the memory too late. */
int main(void)
{
    CUgraph graph;
    CUgraphExec exec;
    CUgraphNode made, filled, gone;
    CUgraphNodeParams node = { .type = CU_GRAPH_NODE_TYPE_MEM_ALLOC };
    unsigned n = 1024, value = 7;
    CUfunction fill = test_kernel("fill");
    node.alloc.poolProps = (CUmemPoolProps){ .allocType = CU_MEM_ALLOCATION_TYPE_PINNED, .location = { CU_MEM_LOCATION_TYPE_DEVICE, 0 } };
    node.alloc.bytesize = n * sizeof n;
    cuGraphCreate(&graph, 0);
    cuGraphAddNode(&made, graph, NULL, 0, &node); // site: created
    CUdeviceptr memory = node.alloc.dptr;
    void *args[] = { &memory, &n, &value };
    node = (CUgraphNodeParams){ .type = CU_GRAPH_NODE_TYPE_KERNEL, .kernel = { .func = fill, .gridDimX = 8, .gridDimY = 1, .gridDimZ = 1, .blockDimX = 128, .blockDimY = 1, .blockDimZ = 1, .kernelParams = args } };
    cuGraphAddNode(&filled, graph, &made, 1, &node);
    node = (CUgraphNodeParams){ .type = CU_GRAPH_NODE_TYPE_MEM_FREE, .free.dptr = memory };
    cuGraphAddNode(&gone, graph, &filled, 1, &node); // site: destroyed
    cuGraphInstantiate(&exec, graph, 0);
    cuGraphLaunch(exec, NULL);
    cuCtxSynchronize();
    cuGraphLaunch(exec, NULL);
    cuCtxSynchronize();
    n = 0; /* what it does there is another rule's matter */
    cuLaunchKernel(fill, 8, 1, 1, 128, 1, 1, 0, NULL, args, NULL); // expect: launch-freed-pointer arg=p state=freed severity=warning
    cuCtxSynchronize();
    cuGraphExecDestroy(exec);
    cuGraphDestroy(graph);
    return 0;
}
