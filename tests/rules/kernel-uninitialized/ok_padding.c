/* struct { uint8_t flag; uint64_t value; }: read as a whole, used without its padding and copied with it. */
#include "test_kernels.h"

static const char ptx[] =
    ".version 7.5\n.target sm_75\n.address_size 64\n"
    ".visible .entry fill(.param .u64 p)\n{\n .reg .u64 %rd<5>; .reg .u32 %r<2>;\n ld.param.u64 %rd1, [p];\n mov.u32 %r1, %tid.x;\n"
    " mul.wide.u32 %rd2, %r1, 16;\n add.u64 %rd3, %rd1, %rd2;\n cvt.u64.u32 %rd4, %r1;\n st.global.u8 [%rd3], %r1;\n st.global.u64 [%rd3+8], %rd4;\n ret;\n}\n"
    ".visible .entry use(.param .u64 p, .param .u64 q)\n{\n .reg .u64 %rd<12>; .reg .u32 %r<4>;\n ld.param.u64 %rd1, [p];\n ld.param.u64 %rd2, [q];\n"
    " mov.u32 %r1, %tid.x;\n mul.wide.u32 %rd3, %r1, 16;\n add.u64 %rd4, %rd1, %rd3;\n add.u64 %rd5, %rd2, %rd3;\n"
    " ld.global.v2.u64 {%rd6, %rd7}, [%rd4];\n st.global.v2.u64 [%rd5], {%rd6, %rd7};\n and.b64 %rd8, %rd6, 255;\n"
    " add.u64 %rd9, %rd8, %rd7;\n st.global.u64 [%rd5+8], %rd9;\n ret;\n}\n";

int main(void)
{
    CUmodule module;
    CUfunction fill, use;
    test_context();
    cuModuleLoadData(&module, ptx);
    cuModuleGetFunction(&fill, module, "fill");
    cuModuleGetFunction(&use, module, "use");
    CUdeviceptr from, to = test_memory(512, -1);
    cuMemAlloc(&from, 512);
    LAUNCH(fill, 1, 32, 0, &from);
    LAUNCH(use, 1, 32, 0, &from, &to);
    cuCtxSynchronize();
    return 0;
}
