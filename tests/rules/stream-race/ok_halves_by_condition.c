#include "kernel_streams.h"

static const char ptx[] =
    ".version 7.0\n.target sm_50\n.address_size 64\n"
    /* if (i < half) p[i] = i */
    ".visible .entry lower(.param .u64 p, .param .u32 half)\n{\n .reg .pred q; .reg .b32 r<9>; .reg .b64 d<8>;\n"
    " ld.param.u64 d0, [p]; ld.param.u32 r0, [half]; mov.u32 r1, %ctaid.x; mov.u32 r2, %ntid.x; mov.u32 r3, %tid.x; mad.lo.s32 r4, r1, r2, r3;\n"
    " setp.ge.s32 q, r4, r0; @q bra $L_out; mul.wide.s32 d1, r4, 4; add.s64 d2, d0, d1; st.global.u32 [d2], r4;\n$L_out: ret;\n}\n"
    /* if (i >= half && i < n) p[i] = i */
    ".visible .entry upper(.param .u64 p, .param .u32 half, .param .u32 n)\n{\n .reg .pred q<3>; .reg .b32 r<9>; .reg .b64 d<8>;\n"
    " ld.param.u64 d0, [p]; ld.param.u32 r0, [half]; ld.param.u32 r5, [n]; mov.u32 r1, %ctaid.x; mov.u32 r2, %ntid.x; mov.u32 r3, %tid.x;\n"
    " mad.lo.s32 r4, r1, r2, r3; setp.lt.s32 q0, r4, r0; setp.ge.s32 q1, r4, r5; or.pred q2, q0, q1; @q2 bra $L_out;\n"
    " mul.wide.s32 d1, r4, 4; add.s64 d2, d0, d1; st.global.u32 [d2], r4;\n$L_out: ret;\n}\n"
    /* the same with a predicated store */
    ".visible .entry behind(.param .u64 p, .param .u32 half)\n{\n .reg .pred q; .reg .b32 r<9>; .reg .b64 d<8>;\n"
    " ld.param.u64 d0, [p]; ld.param.u32 r0, [half]; mov.u32 r4, %tid.x;\n"
    " setp.gt.u32 q, r0, r4; mul.wide.s32 d1, r4, 4; add.s64 d2, d0, d1; @!q st.global.u32 [d2], r4; ret;\n}\n";

/* Two streams share one block; each element is written by the kernel that its number is for. */
int main(void)
{
    two_streams();
    CUfunction lower = kernel_of(ptx, "lower"), upper = kernel_of(ptx, "upper"), behind = kernel_of(ptx, "behind");
    CUdeviceptr x = test_memory(4096, 0);
    unsigned half = 16, all = 32;
    cuCtxSynchronize();
    ON(a, lower, &x, &half);
    ON(b, upper, &x, &half, &all);
    cuCtxSynchronize();
    ON(a, lower, &x, &half);
    ON(b, behind, &x, &half);
    return cuCtxSynchronize();
}
