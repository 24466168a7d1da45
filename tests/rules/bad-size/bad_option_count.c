#include "cuda_runtime.h"

static const char ptx[] = ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry f() { ret; }\n";

/* The driver reads options until it crashes. */
int main(void)
{
    static CUjit_option options[1];
    static void *values[1];
    CUmodule module;
    cudaFree(NULL);
    cuModuleLoadDataEx(&module, ptx, (unsigned)-1, options, values); // expect: bad-size arg=numOptions
    return 0;
}
