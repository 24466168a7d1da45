#include "test_kernels.h"

/* A node with both lists of arguments, and one whose list names no buffer. */
int main(void)
{
    CUgraph graph;
    CUgraphNode node;
    CUfunction f = test_kernel("fill");
    CUdeviceptr memory = test_memory(64, 0);
    unsigned n = 16, v = 7;
    void *list[] = { &memory, &n, &v }, *nothing[] = { NULL, NULL };
    CUDA_KERNEL_NODE_PARAMS params = { .func = f, .gridDimX = 1, .gridDimY = 1, .gridDimZ = 1, .blockDimX = 1, .blockDimY = 1, .blockDimZ = 1, .kernelParams = list, .extra = nothing };
    cuGraphCreate(&graph, 0);
    cuGraphAddKernelNode(&node, graph, NULL, 0, &params); // expect-soft: launch-arguments arg=nodeParams->extra result=1 says=twice
    params.kernelParams = NULL;
    cuGraphAddKernelNode(&node, graph, NULL, 0, &params); // expect: launch-arguments arg=nodeParams->extra result=1 says=CU_LAUNCH_PARAM_BUFFER_SIZE
    cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, nothing); // expect: launch-arguments arg=extra result=1
    return cuGraphDestroy(graph);
}
