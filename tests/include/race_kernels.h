/* Kernels for tests of races and barriers, as PTX text, for lanes that run on their own (sm_75). */
#ifndef IQ_RACE_KERNELS_H
#define IQ_RACE_KERNELS_H

#include "test_kernels.h"

#define RACE_HEAD \
    ".reg .pred q; .reg .b32 r<16>; .reg .b64 d<8>; mov.u32 r0, %tid.x; mov.u32 r1, %ctaid.x; mov.u32 r2, %ntid.x; mad.lo.u32 r3, r1, r2, r0;\n"
/* d1 = &p[own number] */
#define RACE_OWN "ld.param.u64 d0, [p]; mul.wide.u32 d1, r3, 4; add.s64 d1, d0, d1;\n"
/* s[tid] = tid; [between]; p[own] = s[tid ^ by] */
#define RACE_SWAP(name, by, between)                                                               \
    ".visible .entry " name "(.param .u64 p) { .shared .align 4 .b8 s[4096];\n" RACE_HEAD RACE_OWN \
    "shl.b32 r4, r0, 2; mov.u32 r5, s; add.u32 r4, r5, r4; st.shared.u32 [r4], r0;\n" between      \
    "xor.b32 r6, r0, " by                                                                          \
    "; shl.b32 r6, r6, 2; add.u32 r6, r5, r6; ld.shared.u32 r7, [r6]; st.global.u32 [d1], r7; ret; }\n"
/* the first thread of each block: data[block] = 1, [fence], count up; the last block reads all
 * data */
#define RACE_LAST(name, fence)                                                                                                                  \
    ".visible .entry " name "(.param .u64 p, .param .u64 count) {\n" RACE_HEAD                                                                  \
    "ld.param.u64 d0, [p]; ld.param.u64 d2, [count]; setp.ne.u32 q, r0, 0; @q bra out; mul.wide.u32 d1, r1, 4; add.s64 d1, d0, d1;\n"           \
    "add.u32 r12, r1, 1; st.global.u32 [d1], r12;\n" fence                                                                                      \
    "atom.global.add.u32 r4, [d2], 1; mov.u32 r5, %nctaid.x; sub.u32 r5, r5, 1;\n"                                                              \
    "setp.ne.u32 q, r4, r5; @q bra out; mov.u32 r6, 0; mov.u32 r8, 0;\nagain: ld.global.u32 r7, [d0]; add.u32 r8, r8, r7; add.s64 d0, d0, 4;\n" \
    "add.u32 r6, r6, 1; setp.le.u32 q, r6, r5; @q bra again; st.global.u32 [d2+4], r8;\nout: ret; }\n"

static const char race_ptx[] =
    ".version 7.0\n.target sm_75\n.address_size 64\n" RACE_SWAP("swap_nothing", "32", "")
        RACE_SWAP("swap_barrier", "32", "bar.sync 0;\n") RACE_SWAP("swap_warp_nothing", "1", "")
            RACE_SWAP("swap_warp", "1", "bar.warp.sync 0xffffffff;\n")
    /* pairs of lanes meet: enough for neighbours, too little for others */
    RACE_SWAP("swap_pairs", "1",
              "and.b32 r8, r0, 30; mov.u32 r9, 3; shl.b32 r9, r9, r8; bar.warp.sync r9;\n")
        RACE_SWAP("swap_pairs_far", "2",
                  "and.b32 r8, r0, 30; mov.u32 r9, 3; shl.b32 r9, r9, r8; bar.warp.sync r9;\n")
    /* warps two by two at barriers of their own: 64 threads at barrier 1 + tid / 64 */
    RACE_SWAP("swap_named", "32", "shr.u32 r8, r0, 6; add.u32 r8, r8, 1; bar.sync r8, 64;\n")
        RACE_SWAP("swap_named_far", "64",
                  "shr.u32 r8, r0, 6; add.u32 r8, r8, 1; bar.sync r8, 64;\n")
            RACE_LAST("last_fence", "membar.gl;\n") RACE_LAST("last_no_fence", "")
                RACE_LAST("last_cta_fence", "membar.cta;\n")
                    RACE_LAST("last_acquire", "ld.acquire.gpu.global.u32 r7, [d2+8];\n")
                        RACE_LAST("last_acquire_fence",
                                  "ld.acquire.gpu.global.u32 r7, [d2+8]; fence.acq_rel.gpu;\n")
    /* all threads: s = a value; the same for all, or their own */
    ".visible .entry same(.param .u64 p) { .shared .align 4 .b8 s[4];\n" RACE_HEAD RACE_OWN
    "mov.u32 r4, s; mov.u32 r5, 7; st.shared.u32 [r4], r5;\n"
    "ld.shared.u32 r6, [r4]; st.global.u32 [d1], r6; ret; }\n"
    ".visible .entry different(.param .u64 p) { .shared .align 4 .b8 s[4];\n" RACE_HEAD
    "mov.u32 r4, s; st.shared.u32 [r4], r0; ret; }\n"
    /* all threads: if (s > 0) take one of s, atomically; add one to s, then read it */
    ".visible .entry take(.param .u64 p) { .shared .align 4 .b8 s[4];\n" RACE_HEAD RACE_OWN
    "mov.u32 r4, s; mov.u32 r5, 200; setp.ne.u32 q, r0, 0;\n"
    "@!q st.shared.u32 [r4], r5; bar.sync 0; ld.shared.u32 r6, [r4]; setp.eq.u32 q, r6, 0; @q bra out; atom.shared.add.u32 r7, [r4], -1;\n"
    "st.global.u32 [d1], r7;\nout: ret; }\n"
    ".visible .entry added(.param .u64 p) { .shared .align 4 .b8 s[4];\n" RACE_HEAD RACE_OWN
    "mov.u32 r4, s; mov.u32 r5, 0; setp.ne.u32 q, r0, 0;\n"
    "@!q st.shared.u32 [r4], r5; bar.sync 0; atom.shared.add.u32 r7, [r4], 1; ld.shared.u32 r6, [r4]; st.global.u32 [d1], r6; ret; }\n"
    /* p[0] = a value; the same for all, or the block's */
    ".visible .entry same_global(.param .u64 p) {\n" RACE_HEAD
    "ld.param.u64 d0, [p]; mov.u32 r4, 9; st.global.u32 [d0], r4; ret; }\n"
    ".visible .entry block_global(.param .u64 p) {\n" RACE_HEAD
    "ld.param.u64 d0, [p]; st.global.u32 [d0], r1; ret; }\n"
    /* p[own] = p[own + 1] + 1 */
    ".visible .entry shift(.param .u64 p) {\n" RACE_HEAD RACE_OWN
    "ld.global.u32 r4, [d1+4]; add.u32 r4, r4, 1; st.global.u32 [d1], r4; ret; }\n"
    /* p[own] = own; barrier; p[own] += p[own ^ 32] of the block, written elsewhere */
    ".visible .entry block_order(.param .u64 p, .param .u64 to) {\n" RACE_HEAD RACE_OWN
    "st.global.u32 [d1], r3; bar.sync 0; xor.b32 r4, r3, 32;\n"
    "mul.wide.u32 d2, r4, 4; add.s64 d2, d0, d2; ld.global.u32 r5, [d2]; ld.param.u64 d3, [to]; mul.wide.u32 d4, r3, 4; add.s64 d3, d3, d4;\n"
    "st.global.u32 [d3], r5; ret; }\n"
    /* p[0] += 1: atomically for all, for a block only, under a lock at p[1] */
    ".visible .entry add_gpu(.param .u64 p) {\n" RACE_HEAD
    "ld.param.u64 d0, [p]; red.global.add.u32 [d0], 1; ret; }\n"
    ".visible .entry add_cta(.param .u64 p) {\n" RACE_HEAD
    "ld.param.u64 d0, [p]; red.relaxed.cta.global.add.u32 [d0], 1; ret; }\n"
    ".visible .entry locked(.param .u64 p) {\n" RACE_HEAD
    "ld.param.u64 d0, [p];\nagain: atom.global.cas.b32 r4, [d0+4], 0, 1; setp.ne.u32 q, r4, 0; @q bra again;\n"
    "membar.gl; ld.global.u32 r5, [d0]; add.u32 r5, r5, 1; st.global.u32 [d0], r5; membar.gl; atom.global.exch.b32 r6, [d0+4], 0; ret; }\n"
    /* ... and by no means; threads that read before any writes do not write the same either */
    ".visible .entry unlocked(.param .u64 p) {\n" RACE_HEAD
    "ld.param.u64 d0, [p]; ld.global.u32 r5, [d0]; add.u32 r5, r5, r3; st.global.u32 [d0], r5; ret; }\n"
    /* barriers: all at one; in both branches; only some come, the rest has left; only some come,
     * the rest waits elsewhere */
    ".visible .entry meet() {\n" RACE_HEAD
    "setp.lt.u32 q, r0, 32; @q bra low; bar.sync 0; ret;\nlow: bar.sync 0; ret; }\n"
    ".visible .entry meet_once() {\n" RACE_HEAD
    "setp.lt.u32 q, r0, 32; @q bra low; add.u32 r4, r0, 1;\nlow: bar.sync 0; ret; }\n"
    ".visible .entry leave_early() {\n" RACE_HEAD
    "setp.lt.u32 q, r0, 40; @q bra out; bar.sync 0;\nout: ret; }\n"
    ".visible .entry never() {\n" RACE_HEAD
    "setp.lt.u32 q, r0, 32; @q bra low; bar.sync 0; ret;\nlow: bar.sync 1; ret; }\n"
    ".visible .entry half_warp() {\n" RACE_HEAD
    "setp.lt.u32 q, r0, 16; @q bra low; bar.sync 0; ret;\nlow: bar.sync 0; ret; }\n"
    /* s = 1 by its generic address, by an instruction for any space and for global memory */
    ".visible .entry by_address(.param .u32 plain) { .shared .align 4 .b8 s[4];\n" RACE_HEAD
    "ld.param.u32 r4, [plain]; mov.u64 d0, s; cvta.shared.u64 d0, d0;\n"
    "mov.u32 r5, 1; setp.eq.u32 q, r4, 0; @q st.global.u32 [d0], r5; @!q st.u32 [d0], r5; ret; }\n"
    ".visible .entry count_short() {\n" RACE_HEAD "bar.sync 1, 96; ret; }\n";

static inline CUfunction race_kernel(const char *name)
{
    CUmodule module;
    CUfunction function = NULL;
    test_context();
    if (cuModuleLoadData(&module, race_ptx) || cuModuleGetFunction(&function, module, name))
        __builtin_trap();
    return function;
}

#endif
