#include "cuda_runtime.h"

static const char ptx[] = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .global .align 4 .u32 word;\n.visible .entry k(.param .u64 p) { ret; }\n";

/* The calls of bad_options_of_every_call with all that they need. */
int main(void)
{
    CUlinkState linker;
    CUmodule module;
    CUlibrary library;
    CUgraph graph;
    CUgraphNode from[4], to[4];
    size_t room = 4;
    CUjit_option options[1] = { CU_JIT_MAX_REGISTERS };
    void *values[1] = { (void *)32 };
    cudaArray_t array;
    cudaTextureObject_t texture;
    struct cudaChannelFormatDesc format = { 32, 0, 0, 0, cudaChannelFormatKindFloat };
    struct cudaResourceDesc resource = { .resType = cudaResourceTypeArray };
    struct cudaTextureDesc plain = { 0 }, got;
    int failed = cudaFree(NULL) || cuGraphCreate(&graph, 0) || cudaMallocArray(&array, &format, 16, 16, 0);
    resource.res.array.array = array;
    failed |= cuLinkCreate(1, options, values, &linker) || cuLinkDestroy(linker) || cuModuleLoadDataEx(&module, ptx, 1, options, values) || cuModuleUnload(module);
    failed |= cuLibraryLoadData(&library, ptx, options, values, 1, NULL, NULL, 0) || cuLibraryUnload(library) || cuGraphGetEdges(graph, from, to, &room);
    failed |= cudaCreateTextureObject(&texture, &resource, &plain, NULL) || cudaGetTextureObjectTextureDesc(&got, texture) || cudaDestroyTextureObject(texture);
    return failed || cuGraphDestroy(graph) || cudaFreeArray(array);
}
