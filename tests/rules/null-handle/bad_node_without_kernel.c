#include "cuda.h"

int main(void)
{
    CUcontext context;
    CUgraph graph;
    CUgraphNode node;
    CUgraphNodeParams params = { .type = CU_GRAPH_NODE_TYPE_KERNEL };
    cuInit(0);
    cuDevicePrimaryCtxRetain(&context, 0);
    cuCtxSetCurrent(context);
    cuGraphCreate(&graph, 0);
    params.kernel.gridDimX = params.kernel.gridDimY = params.kernel.gridDimZ = 1;
    params.kernel.blockDimX = params.kernel.blockDimY = params.kernel.blockDimZ = 1;
    return cuGraphAddNode(&node, graph, NULL, 0, &params); // expect: null-handle says=kernel.func
}
