#include "test_kernels.h"

/* The kernel's one parameter is a struct of four kilobytes of which it uses as much as the buffer has: NCCL launches so.  What lies behind
 * the buffer looks like an address of freed memory and is not an argument. */
int main(void)
{
    static const char text[] = ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry head(.param .align 8 .b8 s[4096]) {\n"
                               " .reg .pred q; .reg .b64 d<2>; .reg .b32 r; ld.param.u64 d0, [s]; ld.param.u32 r, [s+8]; st.global.u32 [d0], r;\n"
                               " setp.ne.u32 q, r, 7; @q bra out; ld.param.u64 d1, [s+64]; st.global.u32 [d1], r; out: ret; }\n";
    CUmodule module;
    CUfunction f = test_kernel("fill");
    CUdeviceptr gone = test_memory(64, 0), p = test_memory(64, 0);
    if (cuModuleLoadData(&module, text) || cuModuleGetFunction(&f, module, "head") || cuMemFree(gone))
        return 1;
    struct { CUdeviceptr p; unsigned v; char rest[52]; CUdeviceptr behind; } arguments = { .p = p, .v = 3, .behind = gone };
    size_t size = 64;
    void *extra[] = { (void *)1, &arguments, (void *)2, &size, (void *)0 };
    return cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, extra) || cuCtxSynchronize();
}
