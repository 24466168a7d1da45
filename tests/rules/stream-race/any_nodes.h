/* Nodes made by the calls for any type. */
#include "kernel_streams.h"

static inline CUgraphNodeParams fill_params(void **arguments)
{
    return (CUgraphNodeParams){ .type = CU_GRAPH_NODE_TYPE_KERNEL, .kernel = { .func = plain_kernel("fill"), .gridDimX = 1, .gridDimY = 1, .gridDimZ = 1,
                                .blockDimX = 32, .blockDimY = 1, .blockDimZ = 1, .kernelParams = arguments } };
}

/* An if whose body is *body. */
static inline CUgraphNode if_node(CUgraph graph, CUgraph *body)
{
    CUgraphConditionalHandle handle;
    CUcontext context;
    CUgraphNode node;
    cuCtxGetCurrent(&context);
    cuGraphConditionalHandleCreate(&handle, graph, context, 1, CU_GRAPH_COND_ASSIGN_DEFAULT);
    CUgraphNodeParams params = { .type = CU_GRAPH_NODE_TYPE_CONDITIONAL, .conditional = { .handle = handle, .type = CU_GRAPH_COND_TYPE_IF, .size = 1, .ctx = context } };
    if (cuGraphAddNode(&node, graph, NULL, 0, &params))
        __builtin_trap();
    *body = params.conditional.phGraph_out[0];
    return node;
}
