// soft only: a driver may crash on such handles
#include "cuda_runtime.h"
#include "test_kernels.h"

/* Kernels of nodes that are none: a value that no call returned, an event, and one of a module that is gone. */
int main(void)
{
    static const char ptx[] = ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry k() { ret; }\n";
    CUgraph graph;
    CUgraphNode node;
    CUevent event;
    CUmodule module;
    CUfunction gone;
    CUDA_KERNEL_NODE_PARAMS params = { .gridDimX = 1, .gridDimY = 1, .gridDimZ = 1, .blockDimX = 1, .blockDimY = 1, .blockDimZ = 1 };
    cudaFree(NULL);
    cuEventCreate(&event, 0);
    cuModuleLoadData(&module, ptx);
    cuModuleGetFunction(&gone, module, "k");
    cuModuleUnload(module);
    cuGraphCreate(&graph, 0);
    params.func = (CUfunction)0x1234567;
    cuGraphAddKernelNode(&node, graph, NULL, 0, &params); // expect: unknown-handle arg=nodeParams->func result=400
    params.func = (CUfunction)event;
    cuGraphAddKernelNode(&node, graph, NULL, 0, &params); // expect: wrong-type-handle arg=nodeParams->func object=event result=400
    params.func = gone;
    cuGraphAddKernelNode(&node, graph, NULL, 0, &params); // expect: destroyed-handle arg=nodeParams->func result=400
    return cuGraphDestroy(graph) || cuEventDestroy(event);
}
