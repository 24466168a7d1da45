#include "cuda.h"

static const char ptx[] = ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry none() { ret; }\n";

/* No options, no lists; and the number of edges asked for without a list. */
int main(void)
{
    CUcontext context;
    CUmodule module;
    CUlibrary library;
    CUlinkState linker;
    CUgraph graph;
    size_t count = 1;
    if (cuInit(0) || cuDevicePrimaryCtxRetain(&context, 0) || cuCtxSetCurrent(context) ||
        cuModuleLoadDataEx(&module, ptx, 0, NULL, NULL) || cuModuleUnload(module) ||
        cuLibraryLoadData(&library, ptx, NULL, NULL, 0, NULL, NULL, 0) || cuLibraryUnload(library) ||
        cuLinkCreate(0, NULL, NULL, &linker) || cuLinkDestroy(linker) || cuGraphCreate(&graph, 0) ||
        cuGraphGetEdges(graph, NULL, NULL, &count) || count)
        return 1;
    return cuGraphDestroy(graph);
}
