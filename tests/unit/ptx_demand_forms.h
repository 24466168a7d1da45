/* Forms of instructions for ptx_demand_test.c whose rows in isa.def do not say how they are
 * written. */
#ifndef PTX_DEMAND_FORMS_H
#define PTX_DEMAND_FORMS_H

#define MUL(t, w)                                                                   \
    { "mul", "mul.lo." #t " d, x, b" #w ";", w / 8, w / 8, COMPUTES },              \
        { "mul", "mul.hi." #t " d, a" #w ", x;", w / 8, w / 8, COMPUTES },          \
        { "mad", "mad.lo." #t " d, x, b" #w ", c" #w ";", w / 8, w / 8, COMPUTES }, \
        { "mad", "mad.lo." #t " d, a" #w ", b" #w ", x;", w / 8, w / 8, COMPUTES }, \
        { "mad", "mad.hi." #t " d, a" #w ", x, c" #w ";", w / 8, w / 8, COMPUTES }, \
        { "mul", "mul.lo." #t " d, x, 3;", w / 8, w / 8, COMPUTES },                \
        { "setp", "setp.lt." #t " d, x, b" #w ";", w / 8, 1, COMPUTES },            \
        { "setp", "setp.ge." #t " d, a" #w ", x;", w / 8, 1, COMPUTES },            \
        { "set", "set.lt.u32." #t " d, x, b" #w ";", w / 8, 4, COMPUTES },          \
        { "slct", "slct." #t ".s32 d, a" #w ", b" #w ", x;", 4, w / 8, COMPUTES },  \
    {                                                                               \
        "slct", "slct." #t ".s32 d, x, b" #w ", c32;", w / 8, w / 8, COMPUTES       \
    }
#define SHIFT(n, w, by, kind)                        \
    {                                                \
#n, #n " d, x, " #by ";", w / 8, w / 8, kind \
    }
#define SHIFTS(n, w)                                                                             \
    SHIFT(n, w, 1, EXACT), SHIFT(n, w, 3, EXACT), SHIFT(n, w, 8, MOVES), SHIFT(n, w, 13, EXACT), \
        SHIFT(n, w, 0, MOVES), SHIFT(n, w, 70, EXACT),                                           \
        { #n, #n " d, x, a32;", w / 8, w / 8, COMPUTES },                                        \
    {                                                                                            \
#n, #n " d, a" #w ", x;", 4, w / 8, COMPUTES                                             \
    }
#define CONSTANT(n, w, value)                                    \
    {                                                            \
#n, #n ".b" #w " d, x, " #value ";", w / 8, w / 8, MOVES \
    }
#define CVT(to, from, in, out, kind)                        \
    {                                                       \
        "cvt", "cvt." #to "." #from " d, x;", in, out, kind \
    }
#define VIDEO(n)                                                             \
    { #n, #n ".u32.u32.u32 d, x.b1, b32.h0;", 4, 4, COMPUTES },              \
        { #n, #n ".s32.s32.s32.add d, a32.b2, x.b3, c32;", 4, 4, COMPUTES }, \
    {                                                                        \
#n, #n ".u32.u32.u32.max d, a32, b32, x;", 4, 4, COMPUTES            \
    }
#define VIDEO_SHIFT(n)                                           \
    { #n, #n ".u32.u32.u32.clamp d, x.b1, 2;", 4, 4, COMPUTES }, \
    {                                                            \
#n, #n ".u32.u32.u32.wrap d, a32, x;", 4, 4, COMPUTES    \
    }
#define PAIRS(n)                                                    \
    { #n "2", #n "2.s32.s32.s32 d, x, b32, c32;", 4, 4, COMPUTES }, \
    {                                                               \
#n "4", #n "4.u32.u32.u32 d, a32, x, c32;", 4, 4, COMPUTES  \
    }
#define ATOM(n, t, w)                                                           \
    { "atom", "atom.global." #n "." #t " d, [g], x;", w / 8, w / 8, COMPUTES }, \
    {                                                                           \
        "red", "red.global." #n "." #t " [g], x;", w / 8, 0, DECIDES            \
    }

static const struct form forms[] = {
    MUL(u16, 16),
    MUL(s16, 16),
    MUL(u32, 32),
    MUL(s32, 32),
    MUL(u64, 64),
    MUL(s64, 64),
    { "mul", "mul.wide.u16 d, x, b16;", 2, 4, COMPUTES },
    { "mul", "mul.wide.s32 d, a32, x;", 4, 8, COMPUTES },
    { "mad", "mad.wide.u32 d, x, b32, c64;", 4, 8, COMPUTES },
    { "mad", "mad.wide.u32 d, a32, b32, x;", 8, 8, COMPUTES },
    { "madc", "add.cc.u32 r1, x, x; madc.hi.u32 d, a32, b32, c32;", 4, 4, COMPUTES },
    { "madc", "add.cc.u32 r1, a32, a32; madc.lo.u32 d, a32, b32, x;", 4, 4, COMPUTES },
    { "addc", "add.cc.u32 r1, x, a32; addc.u32 d, 0, 0;", 4, 4, COMPUTES },
    { "subc", "sub.cc.u32 r1, a32, x; subc.u32 d, 0, 0;", 4, 4, COMPUTES },
    { "dp4a", "dp4a.u32.u32 d, x, b32, c32;", 4, 4, COMPUTES },
    { "dp4a", "dp4a.s32.u32 d, a32, x, c32;", 4, 4, COMPUTES },
    { "dp4a", "dp4a.u32.u32 d, a32, b32, x;", 4, 4, COMPUTES },
    { "dp2a", "dp2a.lo.u32.u32 d, x, b32, c32;", 4, 4, COMPUTES },
    { "dp2a", "dp2a.hi.s32.s32 d, a32, x, c32;", 4, 4, COMPUTES },
    { "fns", "fns.b32 d, x, 3, 2;", 4, 4, COMPUTES },
    { "bfe", "bfe.u32 d, x, 5, 9;", 4, 4, EXACT },
    { "bfe", "bfe.s32 d, x, 5, 9;", 4, 4, EXACT },
    { "bfe", "bfe.u32 d, x, 8, 16;", 4, 4, MOVES },
    { "bfe", "bfe.s32 d, x, 40, 4;", 4, 4, EXACT },
    { "bfe", "bfe.u64 d, x, 30, 11;", 8, 8, EXACT },
    { "bfe", "bfe.s64 d, x, 60, 30;", 8, 8, EXACT },
    { "bfe", "bfe.s32 d, x, 7, 0;", 4, 4, EXACT },
    { "bfe", "bfe.u32 d, a32, x, 9;", 4, 4, COMPUTES },
    { "bfi", "bfi.b32 d, x, b32, 5, 9;", 4, 4, EXACT },
    { "bfi", "bfi.b32 d, a32, x, 5, 9;", 4, 4, MOVES },
    { "bfi", "bfi.b32 d, x, b32, 8, 8;", 4, 4, MOVES },
    { "bfi", "bfi.b64 d, x, b64, 50, 30;", 8, 8, EXACT },
    { "bfi", "bfi.b64 d, a64, x, 3, 50;", 8, 8, MOVES },
    { "bfi", "bfi.b32 d, x, b32, 40, 3;", 4, 4, EXACT },
    /* logic and shifts */
    CONSTANT(and, 16, 0x0ff0),
    CONSTANT(and, 32, 0xff),
    CONSTANT(and, 32, 0x00ff0010),
    CONSTANT(and, 64, 0xff00000000),
    CONSTANT(or, 32, 0xff),
    CONSTANT(or, 64, 0xffff0000),
    CONSTANT(xor, 32, 0xffff),
    CONSTANT(and, 32, 0),
    CONSTANT(or, 32, 0xffffffff),
    CONSTANT(or, 16, 0x00ff),
    SHIFTS(shl.b16, 16),
    SHIFTS(shl.b32, 32),
    SHIFTS(shl.b64, 64),
    SHIFTS(shr.u16, 16),
    SHIFTS(shr.u32, 32),
    SHIFTS(shr.u64, 64),
    SHIFT(shr.s16, 16, 3, EXACT),
    SHIFT(shr.s32, 32, 1, EXACT),
    SHIFT(shr.s32, 32, 13, EXACT),
    SHIFT(shr.s32, 32, 31, EXACT),
    SHIFT(shr.s32, 32, 77, EXACT),
    SHIFT(shr.s64, 64, 33, EXACT),
    SHIFT(shl.b32, 32, 24, MOVES),
    SHIFT(shl.b64, 64, 32, MOVES),
    SHIFT(shr.u64, 64, 40, MOVES),
    { "shf", "shf.l.wrap.b32 d, x, b32, 5;", 4, 4, EXACT },
    { "shf", "shf.l.wrap.b32 d, a32, x, 5;", 4, 4, EXACT },
    { "shf", "shf.r.wrap.b32 d, x, b32, 8;", 4, 4, MOVES },
    { "shf", "shf.r.clamp.b32 d, a32, x, 37;", 4, 4, MOVES },
    { "shf", "shf.l.clamp.b32 d, x, b32, 32;", 4, 4, MOVES },
    { "shf", "shf.r.wrap.b32 d, x, b32, a32;", 4, 4, COMPUTES },
    { "shf", "shf.l.wrap.b32 d, a32, b32, x;", 4, 4, COMPUTES },
    { "shf", "shf.r.wrap.b32 d, x, x, 40;", 4, 4, MOVES },
    { "lop3", "lop3.b32 d, x, b32, c32, 0x96;", 4, 4, MOVES },
    { "lop3", "lop3.b32 d, a32, x, 0xff00, 0x80;", 4, 4, MOVES },
    { "lop3", "lop3.b32 d, a32, 0xff, x, 0xca;", 4, 4, COPIES },
    { "lop3", "lop3.b32 d, 0xff, b32, x, 0xca;", 4, 4, MOVES },
    { "lop3", "lop3.b32 d, x, b32, c32, 0x0a;", 4, 4, COPIES },
    { "prmt", "prmt.b32 d, x, b32, 0x5410;", 4, 4, MOVES },
    { "prmt", "prmt.b32 d, a32, x, 0x7632;", 4, 4, MOVES },
    { "prmt", "prmt.b32 d, x, b32, 0x9008;", 4, 4, MOVES },
    { "prmt", "prmt.b32 d, x, b32, 0x4321;", 4, 4, MOVES },
    { "prmt", "prmt.b32.f4e d, x, b32, 2;", 4, 4, COMPUTES },
    { "prmt", "prmt.b32 d, a32, b32, x;", 4, 4, COMPUTES },
    /* compare and select */
    { "setp", "setp.lt.f32 d, x, b32;", 4, 1, COMPUTES },
    { "setp", "setp.gt.f64 d, a64, x;", 8, 1, COMPUTES },
    { "setp", "setp.lt.f16 d, x, b16;", 2, 1, COMPUTES },
    { "setp", "setp.lt.f16x2 d|q, x, b32;", 4, 1, COMPUTES },
    { "setp", "setp.eq.and.b32 d, x, x, p;", 4, 1, COMPUTES },
    { "setp", "setp.ne.b32 %p1, x, 0; setp.eq.xor.u32 d, a32, b32, %p1;", 4, 1, COMPUTES },
    { "set", "set.gt.u32.f32 d, x, b32;", 4, 4, COMPUTES },
    { "set", "set.lt.f32.s32 d, a32, x;", 4, 4, COMPUTES },
    { "slct", "slct.f32.f32 d, a32, b32, x;", 4, 4, COMPUTES },
    { "selp", "setp.ne.b32 %p1, x, 1; selp.b32 d, 4, 4096, %p1;", 4, 4, COMPUTES },
    { "selp", "not.pred %p1, p; selp.b32 d, a32, x, %p1;", 4, 4, MOVES },
    { "selp", "selp.b16 d, x, b16, p;", 2, 2, MOVES },
    { "selp", "selp.b64 d, x, 0, p;", 8, 8, MOVES },
    { "and", "setp.lt.u32 %p1, x, b32; and.pred d, %p1, p;", 4, 1, COMPUTES },
    { "or", "setp.lt.u32 %p1, x, b32; not.pred %p2, p; or.pred d, %p1, %p2;", 4, 1, COMPUTES },
    { "xor", "setp.lt.u32 %p1, x, b32; xor.pred d, %p1, p;", 4, 1, COMPUTES },
    { "not", "setp.lt.u32 %p1, x, b32; not.pred d, %p1;", 4, 1, COMPUTES },
    /* moves and conversions */
    { "mov", "mov.b32 d, x;", 4, 4, MOVES },
    { "mov", "mov.b16 d, x;", 2, 2, MOVES },
    { "mov", "mov.b64 d, x;", 8, 8, MOVES },
    { "mov", "mov.b64 {r1, d}, x;", 8, 4, MOVES },
    { "mov", "mov.b64 {d, r1}, x;", 8, 4, MOVES },
    { "mov", "mov.b32 {d, h1}, x;", 4, 2, MOVES },
    { "mov", "mov.b32 {h1, d}, x;", 4, 2, MOVES },
    { "mov", "mov.b64 d, {x, a32};", 4, 8, MOVES },
    { "mov", "mov.b32 d, {a16, x};", 2, 4, MOVES },
    { "mov", "mov.b64 {h1, h2, d, h3}, x;", 8, 2, MOVES },
    { "mov", "mov.b64 d, {a16, b16, x, c16};", 2, 8, MOVES },
    { "mov", "mov.b128 w, {a64, x}; mov.b128 {l1, d}, w;", 8, 8, MOVES },
    { "mov", "mov.b128 w, {x, a64}; mov.b128 {l1, d}, w;", 8, 8, MOVES },
    CVT(u32, u8, 4, 4, MOVES),
    CVT(s32, s8, 4, 4, MOVES),
    CVT(u64, u32, 4, 8, MOVES),
    CVT(s64, s32, 4, 8, MOVES),
    CVT(u32, u64, 8, 4, MOVES),
    CVT(u16, u32, 4, 2, MOVES),
    CVT(s64, s16, 2, 8, MOVES),
    CVT(u64, u16, 2, 8, MOVES),
    CVT(u16, u64, 8, 2, MOVES),
    CVT(s32, s16, 4, 4, MOVES),
    CVT(u16, u8, 4, 2, MOVES),
    CVT(u8, u32, 4, 4, MOVES),
    CVT(sat.s8, s32, 4, 4, COMPUTES),
    CVT(sat.u16, s32, 4, 2, COMPUTES),
    CVT(rn.f32, s32, 4, 4, COMPUTES),
    CVT(rn.f32, u64, 8, 4, COMPUTES),
    CVT(rn.f64, s64, 8, 8, COMPUTES),
    CVT(f64, f32, 4, 8, COMPUTES),
    CVT(rn.f32, f64, 8, 4, COMPUTES),
    CVT(rzi.s32, f32, 4, 4, COMPUTES),
    CVT(rzi.u64, f64, 8, 8, COMPUTES),
    CVT(rn.f16, f32, 4, 2, COMPUTES),
    CVT(f32, f16, 2, 4, COMPUTES),
    CVT(rn.bf16, f32, 4, 2, COMPUTES),
    CVT(f32, bf16, 2, 4, COMPUTES),
    CVT(rna.tf32, f32, 4, 4, COMPUTES),
    { "cvt", "cvt.rn.f16x2.f32 d, x, b32;", 4, 4, COMPUTES },
    { "cvt", "cvt.rn.bf16x2.f32 d, a32, x;", 4, 4, COMPUTES },
    { "cvt", "cvt.rn.satfinite.e4m3x2.f32 d, x, b32;", 4, 2, COMPUTES },
    CVT(rn.f16x2, e5m2x2, 2, 4, COMPUTES),
    { "cvt", "cvt.pack.sat.s8.s32.b32 d, x, b32, c32;", 4, 4, COMPUTES },
    { "cvt", "cvt.pack.sat.u16.s32 d, a32, x;", 4, 4, COMPUTES },
    { "cvta", "cvta.to.global.u64 d, x;", 8, 8, MOVES },
    { "cvta", "cvta.shared.u64 d, x;", 8, 8, COMPUTES },
    { "isspacep", "isspacep.shared d, x;", 8, 1, COMPUTES },
    /* halves that know nothing of each other */
    { "add", "add.f16x2 d, x, b32;", 4, 4, HALVES },
    { "fma", "fma.rn.bf16x2 d, a32, x, c32;", 4, 4, HALVES },
    { "add", "add.u16x2 d, x, b32;", 4, 4, COMPUTES },
    { "mul", "mul.f16x2 d, a32, x;", 4, 4, HALVES },
    { "add", "add.u32 d, x, 1;", 4, 4, COMPUTES },
    { "add", "add.f32.f16 d, x, b32;", 2, 4, COMPUTES },
    { "sub", "sub.rz.f32.bf16 d, x, b32;", 2, 4, COMPUTES },
    { "fma", "fma.rn.f32.f16 d, a16, x, b32;", 2, 4, COMPUTES },
    /* memory: addresses are used, values copied */
    { "ld", "and.b64 l1, x, 8; add.u64 l1, l1, at; ld.global.b64 d, [l1];", 8, 8, COMPUTES },
    { "ld", "st.shared.b32 [s], x; ld.shared.b32 d, [s];", 4, 4, DECIDES },
    { "ldu", "and.b64 l1, x, 8; add.u64 l1, l1, at; ldu.global.b64 d, [l1];", 8, 8, COMPUTES },
    { "st", "and.b64 l1, x, 8; add.u64 l1, l1, g; st.global.b64 [l1], a64;", 8, 0, DECIDES },
    { "st", "st.global.v2.b32 [g], {a32, x};", 4, 0, DECIDES },
    { "st", "st.shared.b64 [s], x;", 8, 0, DECIDES },
    ATOM(add, u32, 32),
    ATOM(min, s32, 32),
    ATOM(exch, b32, 32),
    ATOM(exch, b64, 64),
    ATOM(add, f32, 32),
    ATOM(and, b32, 32),
    ATOM(add, u64, 64),
    ATOM(add, f64, 64),
    ATOM(inc, u32, 32),
    { "atom", "atom.global.cas.b32 d, [g], x, 5;", 4, 4, DECIDES },
    { "atom", "atom.global.cas.b32 d, [g], 5, x;", 4, 4, DECIDES },
    { "atom", "atom.global.cas.b64 d, [g], 5, x;", 8, 8, DECIDES },
    { "atom", "atom.shared.add.u32 d, [s], x;", 4, 4, DECIDES },
    { "cp", "and.b64 l1, x, 16; add.u64 l1, l1, at; cp.async.ca.shared.global [s], [l1], 16;", 8, 0,
      DECIDES },
    { "cp", "and.b32 r1, x, 12; cp.async.ca.shared.global [s], [at], 16, r1;", 4, 0, DECIDES },
    /* control and warps */
    { "bra", "setp.eq.u32 %p1, x, 5; @%p1 bra there; there:", 4, 0, DECIDES },
    { "brx", "and.b32 r1, x, 1; list: .branchtargets one, two; brx.idx r1, list; one: two:", 4, 0,
      DECIDES },
    { "call",
      "{ .param .b32 v; .param .b32 r; st.param.b32 [v], x; call (r), callee, (v); ld.param.b32 d, [r]; }",
      4, 4, COMPUTES },
    { "nanosleep", "nanosleep.u32 x;", 4, 0, DECIDES },
    { "bar", "setp.eq.u32 %p1, x, 5; barrier.red.popc.u32 d, 0, %p1;", 4, 4, DECIDES },
    { "barrier", "and.b32 r1, x, 3; barrier.sync r1;", 4, 0, DECIDES },
    { "shfl", "shfl.sync.bfly.b32 d|q, x, 1, 31, -1;", 4, 4, MOVES },
    { "shfl", "shfl.sync.idx.b32 d|q, a32, x, 31, -1;", 4, 4, DECIDES },
    { "vote", "setp.eq.u32 %p1, x, 5; vote.sync.ballot.b32 d, %p1, -1;", 4, 4, DECIDES },
    { "match", "match.any.sync.b32 d, x, -1;", 4, 4, COMPUTES },
    { "match", "match.all.sync.b64 d|q, x, -1;", 8, 4, DECIDES },
    { "redux", "redux.sync.add.u32 d, x, -1;", 4, 4, COMPUTES },
    { "elect", "or.b32 r1, x, -1; xor.b32 r2, x, x; or.b32 r1, r1, r2; elect.sync r3|d, r1;", 4, 1,
      DECIDES },
    { "mapa", "and.b32 r1, x, 0; mapa.u64 d, s, x;", 4, 8, DECIDES },
    { "getctarank", "and.b64 l1, x, 15; getctarank.u64 d, l1;", 8, 4, DECIDES },
    /* matrices */
    { "mma",
      "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {d, r1, r2, r3}, {x, a32}, {b32}, {a32, b32, c32, a32};",
      4, 4, COMPUTES },
    { "mma",
      "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {r1, d, r2, r3}, {a32, a32}, {x}, {a32, b32, c32, a32};",
      4, 4, COMPUTES },
    { "mma",
      "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {r1, r4, r2, d}, {a32, a32}, {b32}, {a32, b32, c32, x};",
      4, 4, COMPUTES },
    { "mma",
      "mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {d, r1, r2, r3}, {a32, x}, {b32}, {a32, b32, c32, a32};",
      4, 4, DECIDES },
    { "movmatrix", "movmatrix.sync.aligned.m8n8.trans.b16 d, x;", 4, 4, COMPUTES },
    { "stmatrix", "stmatrix.sync.aligned.m8n8.x1.shared.b16 [s], {x};", 4, 0, DECIDES },
    /* video */
    VIDEO(vadd),
    VIDEO(vsub),
    VIDEO(vabsdiff),
    VIDEO(vmin),
    VIDEO(vmax),
    VIDEO_SHIFT(vshl),
    VIDEO_SHIFT(vshr),
    { "vset", "vset.u32.u32.lt d, x.b0, b32;", 4, 4, COMPUTES },
    { "vmad", "vmad.u32.u32.u32 d, x.b0, b32.b1, c32;", 4, 4, COMPUTES },
    { "vmad", "vmad.u32.u32.u32 d, a32.b0, b32.b1, x;", 4, 4, COMPUTES },
    PAIRS(vadd),
    PAIRS(vsub),
    PAIRS(vavrg),
    PAIRS(vabsdiff),
    PAIRS(vmin),
    PAIRS(vmax),
    { "vset2", "vset2.u32.u32.lt d, x, b32, c32;", 4, 4, COMPUTES },
    { "vset4", "vset4.u32.u32.lt d, a32, x, c32;", 4, 4, COMPUTES },
};

/* Without an operand that comes from memory, or with none that this is about: shl and shr stand
 * above under their types. */
static const char *const without[] = {
    "shl",          "shr",
    "prefetch",     "prefetchu",
    "discard",      "applypriority",
    "membar",       "fence",
    "ret",          "exit",
    "trap",         "brkpt",
    "pmevent",      "setmaxnreg",
    "alloca",       "stacksave",
    "stackrestore", "createpolicy",
    "activemask",   "griddepcontrol",
    "mbarrier",     "tex",
    "tld4",         "suld",
    "sust",         "sured",
    "txq",          "suq",
    "wmma",         "ldmatrix",
    "wgmma",        "tcgen05",
    "multimem",     "clusterlaunchcontrol",
    "tensormap",    "istypep",
};

#endif
