/* As bad_block_asks_between_barriers, but the next block writes the word.  It starts later, on the same thread of the host, which has to leave the first one in time. */
#include "cuda.h"

// options: --watchdog 3 --device soft --schedule shuffle=1

static const char ptx[] =
    ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 words) { .reg .b32 r, s, t; .reg .b64 at, x; .reg .pred p, q; .shared .align 4 .b32 seen;\n"
    "ld.param.u64 at, [words];\n"
    "mov.u32 r, %ctaid.x; setp.eq.u32 p, r, 1; @p bra write;\n"
    "mov.u32 r, %tid.x;\n"
    "again: bar.sync 0; setp.ne.u32 p, r, 0; @p bra learn; ld.volatile.global.u32 s, [at]; st.shared.u32 [seen], s;\n"
    "learn: bar.sync 0; ld.shared.u32 t, [seen]; setp.eq.u32 q, t, 0; @q bra again;\n"
    "ret;\n"
    "write: st.volatile.global.u32 [at], 1; ret; }\n";

int main(void)
{
    CUmodule module;
    CUfunction function;
    CUdeviceptr words;
    void *params[] = { &words };
    test_context();
    cuModuleLoadData(&module, ptx);
    cuModuleGetFunction(&function, module, "k");
    cuMemAlloc(&words, 64);
    cuMemsetD32(words, 0, 16);
    cuLaunchKernel(function, 2, 1, 1, 64, 1, 1, 0, NULL, params, NULL);
    return (int)cuCtxSynchronize();
}
