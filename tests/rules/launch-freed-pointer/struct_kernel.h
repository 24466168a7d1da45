/* A kernel whose parameter is a struct { float scale; int *to; unsigned n; } and a pointer that it only compares. */
#include "test_kernels.h"

static const char struct_ptx[] =
    ".version 7.0\n.target sm_50\n.address_size 64\n"
    ".visible .entry by_struct(.param .align 8 .b8 s[24], .param .u64 last)\n{\n .reg .pred q; .reg .b64 d<4>; .reg .b32 r<3>;\n"
    " ld.param.u32 r0, [s+16]; setp.eq.u32 q, r0, 0; @q bra out; ld.param.u64 d0, [s+8]; ld.param.u64 d1, [last]; setp.ge.u64 q, d0, d1; @q bra out;\n"
    " st.global.u32 [d0], r0;\nout:\n ret;\n}\n";

struct by_struct { float scale; CUdeviceptr to; unsigned n; };

static inline CUfunction struct_kernel(void)
{
    CUmodule module;
    CUfunction function = NULL;
    char *copy = strdup(struct_ptx);
    test_context();
    cuModuleLoadData(&module, copy);
    memset(copy, 0, sizeof struct_ptx - 1);
    free(copy);         /* the driver needs it no longer */
    cuModuleGetFunction(&function, module, "by_struct");
    return function;
}
