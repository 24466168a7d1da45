/* Words of shared memory, one every 8 bytes. */
#include "test_kernels.h"

static const char text[] =
    ".version 7.0\n.target sm_75\n.address_size 64\n"
    ".visible .entry words(.param .u64 to, .param .u32 step) { .reg .b32 r<6>; .reg .b64 d;\n"
    " .reg .b64 e; .shared .align 4 .b8 s[256]; ld.param.u64 d, [to]; ld.param.u32 r0, [step];\n"
    " mov.u32 r1, %tid.x; mul.lo.u32 r2, r0, r1; mov.u32 r3, s; add.u32 r4, r3, r2;\n"
    " st.shared.u32 [r4], r1; ld.shared.u32 r5, [r4]; mul.wide.u32 e, r1, 4; add.s64 d, d, e;\n"
    " st.global.u32 [d], r5; ret; }\n";

int main(void)
{
    CUmodule module;
    CUfunction f;
    unsigned step = 8;
    test_context();
    cuModuleLoadData(&module, text);
    cuModuleGetFunction(&f, module, "words");
    CUdeviceptr to = test_memory(16, 0);
    LAUNCH(f, 1, 4, 0, &to, &step);
    cuCtxSynchronize();
    return 0;
}
