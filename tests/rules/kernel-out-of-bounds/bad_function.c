/* A function that the kernel calls writes one element too many. */
#include "test_kernels.h"

/* put(p, i, v): p[i] = v, called for element n of the thread with the number n. */
static const char ptx[] =
    ".version 7.5\n.target sm_75\n.address_size 64\n"
    ".func put(.param .b64 p, .param .b32 i, .param .b32 v)\n{\n .reg .b64 %d<4>; .reg .b32 %r<3>;\n"
    " ld.param.u64 %d1, [p];\n ld.param.u32 %r1, [i];\n ld.param.u32 %r2, [v];\n"
    " mul.wide.u32 %d2, %r1, 4;\n add.s64 %d3, %d1, %d2;\n st.u32 [%d3], %r2;\n ret;\n}\n"
    ".visible .entry fill(.param .u64 p)\n{\n .reg .b64 %d<2>; .reg .b32 %r<2>;\n"
    " ld.param.u64 %d1, [p];\n mov.u32 %r1, %tid.x;\n"
    " { .param .b64 a; st.param.b64 [a], %d1; .param .b32 b; st.param.b32 [b], %r1;\n"
    " .param .b32 c; st.param.b32 [c], %r1; call.uni put, (a, b, c); }\n ret;\n}\n";

int main(void)
{
    CUmodule module;
    CUfunction fill;
    unsigned back[64];
    test_context();
    cuModuleLoadData(&module, ptx);
    cuModuleGetFunction(&fill, module, "fill");
    CUdeviceptr to;
    cuMemAlloc(&to, 63 * 4); // site: created
    LAUNCH(fill, 1, 64, 0, &to); // expect-soft: kernel-out-of-bounds object=device-memory says=wrote_4_bytes_directly_after_the_end_of_252_bytes
    cuCtxSynchronize();
    return cuMemcpyDtoH(back, to, 63 * 4) || back[62] != 62;
}
