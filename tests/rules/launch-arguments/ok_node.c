#include "test_kernels.h"

/* The nodes of bad_node, with one list each. */
int main(void)
{
    CUgraph graph;
    CUgraphNode node;
    CUfunction f = test_kernel("fill");
    CUdeviceptr memory = test_memory(64, 0);
    struct { CUdeviceptr p; unsigned n, v; } arguments = { memory, 16, 7 };
    size_t bytes = sizeof arguments;
    void *list[] = { &arguments.p, &arguments.n, &arguments.v }, *extra[] = { (void *)1, &arguments, (void *)2, &bytes, NULL };
    CUDA_KERNEL_NODE_PARAMS params = { .func = f, .gridDimX = 1, .gridDimY = 1, .gridDimZ = 1, .blockDimX = 1, .blockDimY = 1, .blockDimZ = 1, .kernelParams = list };
    int failed = cuGraphCreate(&graph, 0) || cuGraphAddKernelNode(&node, graph, NULL, 0, &params);
    params.kernelParams = NULL;
    params.extra = extra;
    return failed || cuGraphAddKernelNode(&node, graph, NULL, 0, &params) || cuGraphDestroy(graph);
}
