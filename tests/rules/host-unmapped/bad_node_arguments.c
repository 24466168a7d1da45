// soft only: a driver may crash on such lists
#include "cuda_runtime.h"
#include "test_kernels.h"

/* Lists of a kernel's arguments that the host cannot read: nowhere, and in memory of the device. */
int main(void)
{
    CUgraph graph;
    CUgraphNode node;
    CUfunction f = test_kernel("fill");
    CUdeviceptr memory = test_memory(4096, 0), freed;
    CUDA_KERNEL_NODE_PARAMS params = { .func = f, .gridDimX = 1, .gridDimY = 1, .gridDimZ = 1, .blockDimX = 1, .blockDimY = 1, .blockDimZ = 1, .kernelParams = (void **)8 };
    cuMemAlloc(&freed, 1 << 20);
    cuMemFree(freed);
    cuGraphCreate(&graph, 0);
    cuGraphAddKernelNode(&node, graph, NULL, 0, &params); // expect: host-unmapped arg=nodeParams->kernelParams state=never-created result=1 says=not_mapped
    params.kernelParams = (void **)memory;
    cuGraphAddKernelNode(&node, graph, NULL, 0, &params); // expect: wrong-space arg=nodeParams->kernelParams object=device-memory result=1 says=cannot_read
    params.kernelParams = NULL;
    params.extra = (void **)freed;
    cuGraphAddKernelNode(&node, graph, NULL, 0, &params); // expect: use-after-free arg=nodeParams->extra object=device-memory state=freed result=1
    return cuGraphDestroy(graph);
}
