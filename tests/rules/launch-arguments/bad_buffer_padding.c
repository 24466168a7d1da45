#include "test_kernels.h"

/* sizeof counts the padding of a struct, the driver does not. */
int main(void)
{
    CUfunction f = test_kernel("fill");
    CUmodule module;
    if (cuModuleLoadData(&module, ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry mixed(.param .u64 p, .param .u32 v) {\n"
                                  " .reg .b64 d; .reg .b32 r; ld.param.u64 d, [p]; ld.param.u32 r, [v]; st.global.u32 [d], r; ret; }\n") ||
        cuModuleGetFunction(&f, module, "mixed"))
        return 1;
    struct { CUdeviceptr p; unsigned v; } arguments = { test_memory(64, 0), 3 };
    size_t size = sizeof arguments;
    void *extra[] = { (void *)1, &arguments, (void *)2, &size, (void *)0 };
    cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, extra);      // expect: launch-arguments arg=extra result=701
    return 0;
}
