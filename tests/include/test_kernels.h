/* Kernels for tests of the kernel rules, as PTX text, so that no compiler for devices is needed. */
#ifndef IQ_TEST_KERNELS_H
#define IQ_TEST_KERNELS_H

#include "cuda.h"

static const char test_ptx[] =
    ".version 7.0\n.target sm_50\n.address_size 64\n"
    ".global .align 4 .b8 table[16];\n"
    ".const .align 4 .b8 fixed[16] = {1, 2, 3, 4};\n"
    /* p[i] = v for i < n */
    ".visible .entry fill(.param .u64 p, .param .u32 n, .param .u32 v) {\n"
    " .reg .pred q; .reg .b32 r<8>; .reg .b64 d<4>;\n"
    " ld.param.u64 d0, [p]; ld.param.u32 r0, [n]; ld.param.u32 r1, [v];\n"
    " mov.u32 r2, %ctaid.x; mov.u32 r3, %ntid.x; mov.u32 r4, %tid.x; mad.lo.s32 r5, r2, r3, r4;\n"
    " setp.ge.u32 q, r5, r0; @q bra out; cvta.to.global.u64 d0, d0; mul.wide.u32 d1, r5, 4; add.s64 d2, d0, d1;\n"
    " st.global.u32 [d2], r1;\nout: ret; }\n"
    /* to[i] = from[i + shift] for i < n */
    ".visible .entry copy(.param .u64 to, .param .u64 from, .param .u32 n, .param .u32 shift) {\n"
    " .reg .pred q; .reg .b32 r<9>; .reg .b64 d<8>;\n"
    " ld.param.u64 d0, [to]; ld.param.u64 d1, [from]; ld.param.u32 r0, [n]; ld.param.u32 r7, [shift];\n"
    " mov.u32 r2, %ctaid.x; mov.u32 r3, %ntid.x; mov.u32 r4, %tid.x; mad.lo.s32 r5, r2, r3, r4;\n"
    " setp.ge.u32 q, r5, r0; @q bra out; add.s32 r6, r5, r7; mul.wide.s32 d2, r6, 4; add.s64 d3, d1, d2;\n"
    " ld.global.u32 r8, [d3]; mul.wide.s32 d4, r5, 4; add.s64 d5, d0, d4; st.global.u32 [d5], r8;\nout: ret; }\n"
    /* reads backwards from the end: to[0] = sum of begin .. end */
    ".visible .entry backwards(.param .u64 to, .param .u64 begin, .param .u64 end) {\n"
    " .reg .pred q; .reg .b32 r<4>; .reg .b64 d<4>;\n"
    " ld.param.u64 d0, [to]; ld.param.u64 d1, [begin]; ld.param.u64 d2, [end]; mov.u32 r0, 0;\n"
    "again: setp.eq.u64 q, d1, d2; @q bra out; ld.global.u32 r1, [d2+-4]; add.s32 r0, r0, r1; add.s64 d2, d2, -4; bra again;\n"
    "out: st.global.u32 [d0], r0; ret; }\n"
    /* **pp = 1: a pointer from memory */
    ".visible .entry indirect(.param .u64 pp, .param .u64 offset) { .reg .b64 d<4>; .reg .b32 r;\n"
    " ld.param.u64 d0, [pp]; ld.param.u64 d2, [offset]; ld.global.u64 d1, [d0]; add.s64 d1, d1, d2; mov.u32 r, 1; st.global.u32 [d1], r; ret; }\n"
    /* p[0] += 1, atomically, by all threads */
    ".visible .entry count(.param .u64 p) { .reg .b64 d; .reg .b32 r; ld.param.u64 d, [p]; atom.global.add.u32 r, [d], 1; ret; }\n"
    /* the word at p + offset, as eight bytes, four bytes */
    ".visible .entry wide(.param .u64 p, .param .u64 offset) { .reg .b64 d<3>; ld.param.u64 d0, [p]; ld.param.u64 d1, [offset];\n"
    " add.s64 d0, d0, d1; ld.global.u64 d2, [d0]; st.global.u64 [d0], d2; ret; }\n"
    ".visible .entry vector(.param .u64 p, .param .u64 offset) { .reg .b64 d<2>; .reg .b32 r<4>; ld.param.u64 d0, [p];\n"
    " ld.param.u64 d1, [offset]; add.s64 d0, d0, d1; ld.global.v4.u32 {r0, r1, r2, r3}, [d0]; st.global.v4.u32 [d0], {r3, r2, r1, r0}; ret; }\n"
    /* s[tid * step] = tid in shared memory of 32 words; more: 32 words behind it */
    ".visible .entry shared(.param .u32 step) { .shared .align 4 .b8 s[128]; .shared .align 4 .b8 more[128]; .reg .b32 r<9>;\n"
    " ld.param.u32 r0, [step]; mov.u32 r1, %tid.x; mul.lo.u32 r2, r0, r1; shl.b32 r3, r2, 2; mov.u32 r4, s; add.u32 r5, r4, r3;\n"
    " st.shared.u32 [r5], r1; and.b32 r3, r1, 31; shl.b32 r6, r3, 2; mov.u32 r7, more; add.u32 r8, r7, r6; st.shared.u32 [r8], r1; ret; }\n"
    ".extern .shared .align 4 .b8 dynamic[];\n"
    ".visible .entry dynamic_shared(.param .u32 step) { .reg .b32 r<6>; ld.param.u32 r0, [step]; mov.u32 r1, %tid.x;\n"
    " mul.lo.u32 r2, r0, r1; shl.b32 r3, r2, 2; mov.u32 r4, dynamic; add.u32 r5, r4, r3; st.shared.u32 [r5], r1; ret; }\n"
    /* a[n] = 1 in local memory of 4 words */
    ".visible .entry local(.param .u64 n) { .local .align 4 .b8 a[16]; .reg .b64 d<4>; .reg .b32 r; ld.param.u64 d0, [n]; shl.b64 d1, d0, 2;\n"
    " mov.u64 d2, a; add.s64 d3, d2, d1; mov.u32 r, 1; st.local.u32 [d3], r; ret; }\n"
    ".visible .entry stop(.param .u32 at) { .reg .pred q; .reg .b32 r<2>; ld.param.u32 r0, [at]; mov.u32 r1, %tid.x; setp.ne.u32 q, r0, r1;\n"
    " @q bra out; trap;\nout: ret; }\n"
    ".visible .entry write_const() { .reg .b64 d<2>; .reg .b32 r; mov.u64 d0, fixed; cvta.const.u64 d1, d0; mov.u32 r, 1; st.u32 [d1], r; ret; }\n"
    ".visible .entry read_const(.param .u64 p) { .reg .b64 d; .reg .b32 r; ld.param.u64 d, [p]; ld.const.u32 r, [fixed]; st.global.u32 [d], r; ret; }\n"
    ".visible .entry table_at(.param .u64 n) { .reg .b64 d<4>; .reg .b32 r; ld.param.u64 d0, [n]; shl.b64 d1, d0, 2; mov.u64 d2, table;\n"
    " add.s64 d3, d2, d1; mov.u32 r, 1; st.global.u32 [d3], r; ret; }\n"
    ".func (.param .b32 out) depth(.param .b32 n) { .reg .pred q; .reg .b32 r<4>; ld.param.b32 r0, [n]; mov.u32 r1, 0; setp.eq.u32 q, r0, 0; @q bra out_;\n"
    " sub.u32 r2, r0, 1; { .param .b32 a; .param .b32 b; st.param.b32 [a], r2; call (b), depth, (a); ld.param.b32 r1, [b]; } add.u32 r1, r1, 1;\n"
    "out_: st.param.b32 [out], r1; ret; }\n"
    ".visible .entry recurse(.param .u32 n) { .reg .b32 r<2>; ld.param.u32 r0, [n]; { .param .b32 a; .param .b32 b; st.param.b32 [a], r0;\n"
    " call (b), depth, (a); ld.param.b32 r1, [b]; } ret; }\n"
    ".extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e);\n"
    ".global .align 1 .b8 expression[6] = {105, 32, 60, 32, 110, 0};\n"
    ".global .align 1 .b8 file[4] = {107, 46, 99, 0};\n"
    /* assert(p[tid] < limit) */
    ".visible .entry check(.param .u64 p, .param .u32 limit) { .reg .pred q; .reg .b64 d<6>; .reg .b32 r<4>; ld.param.u64 d0, [p]; ld.param.u32 r0, [limit];\n"
    " mov.u32 r1, %tid.x; mul.wide.u32 d1, r1, 4; add.s64 d2, d0, d1; ld.global.u32 r2, [d2]; setp.lt.u32 q, r2, r0; @q bra out;\n"
    " { .param .b64 a; .param .b64 b; .param .b32 c; .param .b64 d; .param .b64 e; mov.u64 d3, expression; mov.u64 d4, file; mov.u64 d5, 1; mov.u32 r3, 42;\n"
    " st.param.b64 [a], d3; st.param.b64 [b], d4; st.param.b32 [c], r3; st.param.b64 [d], d4; st.param.b64 [e], d5; call __assertfail, (a, b, c, d, e); }\n"
    "out: ret; }\n"
    ".visible .entry leave(.param .u64 p) { .reg .b64 d; ld.param.u64 d, [p]; { prototype: .callprototype ()_ (); call d, (), prototype; } ret; }\n";

static inline CUfunction test_kernel(const char *name)
{
    CUmodule module;
    CUfunction function = NULL;
    test_context();
    if (cuModuleLoadData(&module, test_ptx) || cuModuleGetFunction(&function, module, name))
        __builtin_trap();
    return function;
}

#define LAUNCH(function, grid, block, shared, ...)                  \
    cuLaunchKernel(function, grid, 1, 1, block, 1, 1, shared, NULL, \
                   (void *[]){ __VA_ARGS__ __VA_OPT__(, ) NULL }, NULL)

static inline CUdeviceptr test_memory(size_t size, int value)
{
    CUdeviceptr at = 0;
    cuMemAlloc(&at, size);
    if (value >= 0)
        cuMemsetD8(at, (unsigned char)value, size);
    return at;
}

#endif
