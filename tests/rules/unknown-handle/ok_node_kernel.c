#include "cuda_runtime.h"
#include "test_kernels.h"

/* The node of bad_node_kernel, with a kernel of a module that is still there, and by the handle of a library. */
int main(void)
{
    static const char ptx[] = ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry k() { ret; }\n";
    CUgraph graph;
    CUgraphNode node;
    CUmodule module;
    CUlibrary library;
    CUDA_KERNEL_NODE_PARAMS params = { .gridDimX = 1, .gridDimY = 1, .gridDimZ = 1, .blockDimX = 1, .blockDimY = 1, .blockDimZ = 1 };
    int failed = cudaFree(NULL) || cuModuleLoadData(&module, ptx) || cuModuleGetFunction(&params.func, module, "k") || cuGraphCreate(&graph, 0);
    failed |= cuGraphAddKernelNode(&node, graph, NULL, 0, &params);
    params.func = NULL;
    failed |= cuLibraryLoadData(&library, ptx, NULL, NULL, 0, NULL, NULL, 0) || cuLibraryGetKernel(&params.kern, library, "k");
    failed |= cuGraphAddKernelNode(&node, graph, NULL, 0, &params);
    return failed || cuGraphDestroy(graph) || cuModuleUnload(module) || cuLibraryUnload(library);
}
