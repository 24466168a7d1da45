#include "cuda_runtime.h"

static const char ptx[] = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .global .align 4 .u32 word;\n.visible .entry k(.param .u64 p) { ret; }\n";

/* A number of options without the options, or without their values; and other lists and descriptions that are missing. */
int main(void)
{
    CUlinkState linker;
    CUmodule module;
    CUlibrary library;
    CUgraph graph;
    CUgraphNode to[4];
    size_t room = 4;
    CUjit_option options[1] = { CU_JIT_MAX_REGISTERS };
    void *values[1] = { (void *)32 };
    cudaArray_t array;
    cudaTextureObject_t texture;
    struct cudaChannelFormatDesc format = { 32, 0, 0, 0, cudaChannelFormatKindFloat };
    struct cudaResourceDesc resource = { .resType = cudaResourceTypeArray };
    struct cudaTextureDesc plain = { 0 };
    cudaFree(NULL);
    cuGraphCreate(&graph, 0);
    cudaMallocArray(&array, &format, 16, 16, 0);
    resource.res.array.array = array;
    cuLinkCreate(1, NULL, values, &linker);                                     // expect: null-pointer arg=options
    cuLinkCreate(1, options, NULL, &linker);                                    // expect: null-pointer arg=optionValues
    cuModuleLoadDataEx(&module, ptx, 1, NULL, values);                          // expect: null-pointer arg=options
    cuLibraryLoadData(&library, ptx, NULL, values, 1, NULL, NULL, 0);           // expect: null-pointer arg=jitOptions
    cuLibraryLoadData(&library, ptx, options, NULL, 1, NULL, NULL, 0);          // expect: null-pointer arg=jitOptionsValues
    cuGraphGetEdges(graph, NULL, to, &room);                                    // expect: null-pointer arg=from
    cudaCreateTextureObject(&texture, &resource, NULL, NULL);                   // expect: null-pointer arg=pTexDesc
    cudaCreateTextureObject(&texture, &resource, &plain, NULL);
    cudaGetTextureObjectTextureDesc(NULL, texture);                             // expect: null-pointer arg=pTexDesc
    cuMemHostUnregister(NULL);                                                  // expect: null-pointer arg=p
    cudaHostUnregister(NULL);                                                   // expect: null-pointer arg=ptr
    return 0;
}
