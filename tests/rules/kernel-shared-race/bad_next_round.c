/* The barrier in the loop separates the store of a round from the loads of that round, not from those of the round before. */
#include "test_kernels.h"

static const char ptx[] = ".version 7.5\n.target sm_75\n.address_size 64\n" /* lines 1 to 3 */
                          ".visible .entry rounds(.param .u64 out)\n{\n .shared .align 4 .b8 s[256];\n .reg .pred %p<3>; .reg .b32 %r<10>; .reg .b64 %d<4>;\n"
                          " ld.param.u64 %d1, [out];\n mov.u32 %r1, %tid.x;\n mov.u32 %r2, s;\n shl.b32 %r3, %r1, 2;\n add.u32 %r4, %r2, %r3;\n"
                          " xor.b32 %r5, %r3, 128;\n add.u32 %r5, %r2, %r5;\n mov.u32 %r6, 0;\n mov.u32 %r8, 0;\n"
                          "again:\n st.shared.u32 [%r4], %r6;\n bar.sync 0;\n ld.shared.u32 %r7, [%r5];\n add.u32 %r8, %r8, %r7;\n" /* store 18, load 20 */
                          " add.u32 %r6, %r6, 1;\n setp.lt.u32 %p1, %r6, 4;\n @%p1 bra again;\n"
                          " mul.wide.u32 %d2, %r1, 4;\n add.u64 %d3, %d1, %d2;\n st.global.u32 [%d3], %r8;\n ret;\n}\n";

int main(void)
{
    CUmodule module;
    CUfunction rounds;
    test_context();
    CUdeviceptr out = test_memory(256, 0);
    if (cuModuleLoadData(&module, ptx) || cuModuleGetFunction(&rounds, module, "rounds"))
        return 1;
    LAUNCH(rounds, 1, 64, 0, &out); // expect-soft: kernel-shared-race severity=warning says=separates_the_read_at_PTX_line_20_from_the_write_at_PTX_line_18_that_follows_it says=between_the_read_at_PTX_line_20_and_the_write_at_PTX_line_18_that_follows_it
    cuCtxSynchronize();
    return cuMemFree(out);
}
