/* As in BLAS libraries: the factor comes by value or by address, and a flag says which. */
#include "test_kernels.h"

static inline CUfunction scale_kernel(void)
{
    static const char ptx[] =
        ".version 7.0\n.target sm_50\n.address_size 64\n"
        ".visible .entry scale(.param .u64 to, .param .u64 factor, .param .f32 value, .param .u32 by_address)\n{\n"
        " .reg .pred q; .reg .f32 f<4>; .reg .b32 r; .reg .b64 d<3>;\n"
        " ld.param.u64 d0, [to]; ld.param.f32 f0, [value]; ld.param.u32 r, [by_address]; setp.eq.u32 q, r, 0; @q bra go;\n"
        " ld.param.u64 d1, [factor]; ld.global.f32 f0, [d1];\n"
        "go: ld.global.f32 f1, [d0]; mul.f32 f2, f1, f0; st.global.f32 [d0], f2; ret;\n}\n";
    CUmodule module;
    CUfunction function = NULL;
    test_context();
    cuModuleLoadData(&module, ptx);
    cuModuleGetFunction(&function, module, "scale");
    return function;
}
