#include "test_kernels.h"

/* The buffer ends with the last argument; a struct that holds all may be larger, for its alignment. */
int main(void)
{
    CUfunction f = test_kernel("fill"), mixed;
    CUmodule module;
    struct { CUdeviceptr p; unsigned n, v; } arguments = { test_memory(64, 0), 16, 7 };
    size_t exact = sizeof arguments;
    void *extra[] = { (void *)1, &arguments, (void *)2, &exact, (void *)0 };
    if (cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, extra) ||
        cuModuleLoadData(&module, ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry mixed(.param .u64 p, .param .u32 v) {\n"
                                  " .reg .b64 d; .reg .b32 r; ld.param.u64 d, [p]; ld.param.u32 r, [v]; st.global.u32 [d], r; ret; }\n") ||
        cuModuleGetFunction(&mixed, module, "mixed"))
        return 1;
    struct { CUdeviceptr p; unsigned v; } two = { arguments.p, 3 };
    size_t unpadded = 12;
    void *more[] = { (void *)2, &unpadded, (void *)1, &two, (void *)0 };
    return cuLaunchKernel(mixed, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, more) || cuCtxSynchronize();
}
