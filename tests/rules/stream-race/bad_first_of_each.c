#include "kernel_streams.h"

static const char ptx[] =
    ".version 7.0\n.target sm_50\n.address_size 64\n"
    /* if (i == 0) *p = 1 */
    ".visible .entry first(.param .u64 p)\n{\n .reg .pred q; .reg .b32 r<9>; .reg .b64 d<8>;\n"
    " ld.param.u64 d0, [p]; mov.u32 r4, %tid.x; mov.u32 r5, 1; setp.ne.s32 q, r4, 0; @q bra $L_out; st.global.u32 [d0], r5;\n$L_out: ret;\n}\n";

/* The first thread of each kernel sets the same word. */
int main(void)
{
    two_streams();
    CUfunction first = kernel_of(ptx, "first");
    CUdeviceptr x = test_memory(4096, 0);
    cuCtxSynchronize();
    ON(a, first, &x);           // site: related
    ON(b, first, &x);           // expect: stream-race
    return cuCtxSynchronize();
}
