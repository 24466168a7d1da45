#include "cuda_runtime.h"

static const char ptx[] = ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry f() { ret; }\n";

int main(void)
{
    CUjit_option options[1] = { CU_JIT_MAX_REGISTERS };
    void *values[1] = { (void *)32 };
    CUmodule module;
    cudaFree(NULL);
    cuModuleLoadDataEx(&module, ptx, 1, options, values);
    cuModuleUnload(module);
    return 0;
}
