#include "cuda_runtime.h"

static const char ptx[] = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .global .align 4 .u32 word;\n.visible .entry k(.param .u64 p) { ret; }\n";

/* Names that modules and libraries do not have. */
int main(void)
{
    CUmodule module;
    CUlibrary library;
    CUdeviceptr at;
    size_t bytes;
    void *function;
    cudaFree(NULL);
    cuModuleLoadData(&module, ptx);
    cuLibraryLoadData(&library, ptx, NULL, NULL, 0, NULL, NULL, 0);
    cuModuleGetGlobal(&at, &bytes, module, "world");         // expect: symbol-not-found arg=name says=no_variable_of_that_name says=__device__ unsaid=has_this_kernel
    cuLibraryGetGlobal(&at, &bytes, library, "world");       // expect: symbol-not-found arg=name says=no_variable_of_that_name
    cuModuleGetGlobal(&at, &bytes, module, "k");             // expect: symbol-not-found arg=name says=a_kernel_of_that_name says=cuModuleGetFunction
    cuLibraryGetUnifiedFunction(&function, library, "work"); // expect: symbol-not-found arg=symbol
    return 0;
}
