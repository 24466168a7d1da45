/* Seven words, the last three and one more read as a vector of four. */
#include "test_kernels.h"

static const char ptx[] =
    ".version 7.5\n.target sm_75\n.address_size 64\n.extern .shared .align 16 .b8 memory[];\n"
    ".visible .entry read(.param .u64 p)\n{\n .reg .u64 %rd<2>; .reg .u32 %r<6>;\n ld.param.u64 %rd1, [p];\n mov.u32 %r1, 7;\n"
    " st.shared.u32 [memory+16], %r1;\n st.shared.u32 [memory+20], %r1;\n st.shared.u32 [memory+24], %r1;\n"
    " ld.shared.v4.u32 {%r2, %r3, %r4, %r5}, [memory+16];\n add.u32 %r2, %r2, %r3;\n add.u32 %r2, %r2, %r5;\n st.global.u32 [%rd1], %r2;\n ret;\n}\n";

int main(void)
{
    CUmodule module;
    CUfunction read;
    test_context();
    cuModuleLoadData(&module, ptx);
    cuModuleGetFunction(&read, module, "read");
    CUdeviceptr to = test_memory(4, 0);
    LAUNCH(read, 1, 1, 28, &to); // expect-soft: kernel-shared-out-of-bounds says=read_16_bytes_at_shared_offset_0x10
    cuCtxSynchronize();
    return 0;
}
