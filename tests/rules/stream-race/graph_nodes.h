/* Nodes that fill memory by a kernel. */
#include "kernel_streams.h"

static CUDA_KERNEL_NODE_PARAMS fill_kernel(void **arguments)
{
    return (CUDA_KERNEL_NODE_PARAMS){ .func = plain_kernel("fill"), .gridDimX = 1, .gridDimY = 1, .gridDimZ = 1, .blockDimX = 32, .blockDimY = 1,
                                      .blockDimZ = 1, .kernelParams = arguments };
}

static CUgraphNode fill_node(CUgraph graph, const CUgraphNode *after, unsigned count, CUdeviceptr at)
{
    CUDA_KERNEL_NODE_PARAMS params = fill_kernel((void *[]){ &at, &n, &v });
    CUgraphNode node;
    return cuGraphAddKernelNode(&node, graph, after, count, &params) ? NULL : node;
}
