#include "cuda_runtime.h"

static const char ptx[] = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .global .align 4 .u32 word;\n.visible .entry k(.param .u64 p) { ret; }\n";

int main(void)
{
    CUmodule module;
    CUlibrary library;
    CUdeviceptr at;
    size_t bytes;
    if (cudaFree(NULL) || cuModuleLoadData(&module, ptx) || cuLibraryLoadData(&library, ptx, NULL, NULL, 0, NULL, NULL, 0))
        return 1;
    return cuModuleGetGlobal(&at, &bytes, module, "word") || bytes != 4 || cuLibraryGetGlobal(&at, &bytes, library, "word") || bytes != 4 || cuLibraryUnload(library) ||
           cuModuleUnload(module);
}
