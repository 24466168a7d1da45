// link: ptx
/* Parts of the language that are no arithmetic: vector registers, alloca, address spaces, vectors
 * of atomics, hints, and what is refused by name. */
#include "ptx_run.h"

static struct run r;

static void load(const char *top, const char *body)
{
    static char text[8000];
    struct iq_ptx_diag diag = { 0 };
    int n = snprintf(
        text, sizeof text,
        ".version 8.6\n.target sm_90a\n.address_size 64\n%s\n.visible .entry k(.param .u64 out, .param .u32 many) {\n"
        ".reg .b64 p, d<8>; .reg .b32 t, n, r<16>; .reg .b16 h<8>; .reg .pred q<8>; .reg .f32 f<16>;\n"
        "ld.param.u64 p, [out]; ld.param.u32 n, [many]; mov.u32 t, %%tid.x;\n%s\nret; }\n",
        top, body);
    const char *dump = getenv("PTX_DUMP"); /* a folder for the texts, to be given to a compiler */
    static int number;
    if (dump) {
        char path[600];
        snprintf(path, sizeof path, "%s/language%d.ptx", dump, number++);
        FILE *out = fopen(path, "w");
        fputs(text, out);
        fclose(out);
    }
    int error = run_load_text(&r, text, (size_t)n, &diag);
    if (error) {
        char *said = iq_ptx_diag_format(&diag, "test");
        fprintf(stderr, "%s%s", said, text);
        exit(1);
    }
    iq_ptx_diag_finish(&diag);
}

static bool go(void *out, unsigned n, unsigned threads)
{
    ARG(&r, void *, out);
    ARG(&r, unsigned, n);
    return run_kernel(&r, "k", 1, threads, 0);
}

TEST(vector_registers)
{
    load(
        "",
        ".reg .v4 .b32 v; .reg .v2 .f32 w<3>; mov.u32 v.x, 1; add.u32 v.y, v.x, 1; mov.u32 v.z, 7; mov.u32 v.w, t;\n"
        "st.global.v4.b32 [p], v; ld.global.v2.f32 w2, [p+16]; add.f32 w1.x, w2.x, w2.y; mov.f32 w1.g, 0f40000000; st.global.v2.f32 [p+24], w1;");
    unsigned *out = run_array(&r, 32);
    float *real = (float *)(void *)out;
    real[4] = 1.5f;
    real[5] = 2.25f;
    CHECK(go(out, 0, 1));
    CHECK(out[0] == 1 && out[1] == 2 && out[2] == 7 && out[3] == 0);
    CHECK(real[6] == 3.75f && real[7] == 2.0f);
    run_finish(&r);
}

/* Each thread takes 4 * (t + 1) bytes, calls a function that takes some too, and reads back what it
 * wrote. */
static const char callee[] =
    ".func (.param .u32 o) f(.param .u32 i) { .reg .u32 a, s; .reg .u64 x; ld.param.u32 a, [i];\n"
    "alloca.u64 x, 64, 16; st.local.u32 [x], a; st.local.u32 [x+60], a; ld.local.u32 s, [x+60]; add.u32 a, a, s; st.param.u32 [o], a; ret; }\n";

TEST(alloca_and_calls)
{
    load(
        callee,
        "mad.lo.u32 r0, t, 4, 4; cvt.u64.u32 d0, r0; stacksave.u64 d2; alloca.u64 d1, d0, 16; mul.wide.u32 d3, t, 4; add.u64 d4, d1, d3;\n"
        "st.local.u32 [d4], t; add.u32 r1, t, 100;\n"
        "{ .param .u32 i; .param .u32 o; st.param.u32 [i], r1; call (o), f, (i); ld.param.u32 r2, [o]; }\n"
        "ld.local.u32 r3, [d4]; add.u32 r2, r2, r3; stackrestore.u64 d2; stacksave.u64 d5; sub.u64 d5, d5, d2; cvt.u32.u64 r4, d5; add.u32 r2, r2, r4;\n"
        "and.b64 d6, d1, 15; cvt.u32.u64 r5, d6; add.u32 r2, r2, r5; add.u64 d7, p, d3; st.global.u32 [d7], r2;");
    unsigned *out = run_array(&r, 64 * 4);
    CHECK(go(out, 0, 64));
    for (unsigned t = 0; t < 64; t++)
        CHECK_INT(out[t], 2 * (t + 100) + t);
    run_finish(&r);
}

#define PLACE(name)                                                                                 \
    ".func (.param .u32 o) " name "() { .reg .u32 x, y, z; .reg .u16 h; mov.u32 x, %ctaid.x;\n"     \
    "mov.u32 y, %ctaid.y; mad.lo.u32 x, y, 100, x; mov.u32 z, %ctaid.z; mad.lo.u32 x, z, 100, x;\n" \
    "mov.u16 h, %ctaid.x; cvt.u32.u16 y, h; mad.lo.u32 x, y, 100, x; st.param.u32 [o], x; ret; }\n"
#define ADD_PLACE(name) \
    "{ .param .u32 o; call (o), " name ", (); ld.param.u32 r1, [o]; add.u32 r0, r0, r1; }\n"

/* Many functions ask which block they are in. */
TEST(blocks_in_functions)
{
    load(PLACE("a") PLACE("b") PLACE("c") PLACE("d") PLACE("e") PLACE("f"),
         "mov.u32 r0, 0;\n" ADD_PLACE("a") ADD_PLACE("b") ADD_PLACE("c") ADD_PLACE("d")
             ADD_PLACE("e")
                 ADD_PLACE("f") "mov.u32 r2, %ctaid.x; mul.wide.u32 d1, r2, 4; add.u64 d1, d1, p;\n"
                                "st.global.u32 [d1], r0;\n");
    unsigned *out = run_array(&r, 16);
    ARG(&r, void *, out);
    ARG(&r, unsigned, 0);
    CHECK(run_kernel(&r, "k", 4, 32, 0));
    for (unsigned k = 0; k < 4; k++)
        CHECK_INT(out[k], 6 * 101 * k);
    run_finish(&r);
}

/* Bits: global, shared, local, const, param. */
TEST(address_spaces)
{
    load(
        ".const .u32 c = 5; .global .u32 g; .shared .u32 s;",
        ".local .u32 l; cvta.local.u64 d1, l; cvta.shared.u64 d2, s; cvta.const.u64 d3, c; cvta.global.u64 d4, g; mov.b64 d5, many; cvta.param.u64 d5, d5;\n"
#define WHERE(k)                                                                                    \
    "isspacep.global q0, d" #k "; isspacep.shared q1, d" #k "; isspacep.local q2, d" #k             \
    "; isspacep.const q3, d" #k "; isspacep.param q4, d" #k "; isspacep.shared::cta q5, d" #k       \
    "; mov.u32 r0, 0; @q0 add.u32 r0, r0, 1; @q1 add.u32 r0, r0, 2; @q2 add.u32 r0, r0, 4;"         \
    "@q3 add.u32 r0, r0, 8; @q4 add.u32 r0, r0, 16; @q5 add.u32 r0, r0, 32; st.global.u32 [p+4*" #k \
    "], r0;\n"
        WHERE(1) WHERE(2) WHERE(3) WHERE(4) WHERE(5));
    unsigned *out = run_array(&r, 32);
    CHECK(go(out, 0, 1));
    CHECK_INT(out[1], 4);
    CHECK_INT(out[2], 2 + 32);
    CHECK_INT(out[3], 8);
    CHECK_INT(out[4], 1);
    CHECK_INT(out[5], 16 + 1); /* parameters of kernels are global as well */
    run_finish(&r);
}

/* Shared variables lie in the order of the text, whichever is used first. */
TEST(order_of_shared_variables)
{
    load(
        ".shared .align 8 .b8 a[24]; .shared .align 4 .b8 b[768]; .shared .align 1 .b8 c[5]; .shared .align 4 .b8 e[132];",
        "mov.u32 r0, e; mov.u32 r1, c; mov.u32 r2, b; mov.u32 r3, a; sub.u32 r4, r2, r3; sub.u32 r5, r1, r3; sub.u32 r6, r0, r3;\n"
        "st.global.u32 [p], r4; st.global.u32 [p+4], r5; st.global.u32 [p+8], r6;");
    unsigned *out = run_array(&r, 32);
    CHECK(go(out, 0, 1));
    CHECK(out[0] == 24 && out[1] == 792 && out[2] == 800);
    run_finish(&r);
}

TEST(special_registers)
{
    load(
        "",
        "mov.pred q0, %is_explicit_cluster; selp.u32 r0, 1, 0, q0; st.global.u32 [p], r0; mov.u32 r1, %cluster_nctarank; st.global.u32 [p+4], r1;\n"
        "mov.u64 d1, %globaltimer; mov.u32 r2, %globaltimer_hi; shr.u64 d1, d1, 32; cvt.u32.u64 r3, d1; sub.u32 r3, r2, r3; st.global.u32 [p+8], r3;\n"
        "mov.u32 r4, %nwarpid; mov.u32 r5, %lanemask_gt; st.global.u32 [p+12], r5; mov.u32 r6, %pm3; mov.u64 d2, %current_graph_exec; st.global.u64 [p+16], d2;");
    unsigned *out = run_array(&r, 32);
    CHECK(go(out, 0, 1));
    CHECK(out[0] == 0 && out[1] == 1 && out[2] <= 1 && out[3] == 0xfffffffe && out[4] == 0 &&
          out[5] == 0);
    run_finish(&r);
}

TEST(vectors_of_atomics)
{
    load(
        "",
        "mov.f32 f0, 0f3f800000; mov.f32 f1, 0f40000000; mov.f32 f2, 0f40400000; mov.f32 f3, 0f40800000;\n"
        "atom.global.v4.f32.add {f4, f5, f6, f7}, [p], {f0, f1, f2, f3};\n"
        "red.relaxed.gpu.global.add.v2.f32 [p+16], {f3, f2};\n"
        "atom.global.v2.f32.add {f0, f1}, [p+16], {f1, f0};\n"
        "mov.b32 r0, 0x3c004000; mov.b32 r1, 0xbc003c00; red.global.add.noftz.v2.f16x2 [p+24], {r0, r1};\n"
        "mov.b16 h0, 0x3f80; mov.b16 h1, 0x4000; red.global.v2.bf16.add.noftz [p+32], {h0, h1};\n"
        "mov.b16 h2, 0x3c00; mov.b16 h3, 0xc000; red.global.max.noftz.v2.f16 [p+36], {h2, h3};\n"
        "st.global.v2.f32 [p+40], {f0, f1}; st.global.v4.f32 [p+48], {f4, f5, f6, f7};");
    float *out = run_array(&r, 64);
    unsigned short *half = (unsigned short *)(void *)out;
    half[18] = 0x4400; /* 4 */
    half[19] = 0xc400; /* -4 */
    CHECK(go(out, 0, 1));
    CHECK(out[0] == 1 && out[1] == 2 && out[2] == 3 && out[3] == 4);
    CHECK(out[4] == 4 + 2 && out[5] == 3 + 1);
    CHECK(half[12] == 0x4000 && half[13] == 0x3c00 && half[14] == 0x3c00 && half[15] == 0xbc00);
    CHECK(half[16] == 0x3f80 && half[17] == 0x4000 && half[18] == 0x4400 && half[19] == 0xc000);
    CHECK(out[10] == 4 && out[11] == 3); /* what was there before */
    CHECK(out[12] == 0 && out[15] == 0);
    run_finish(&r);
}

/* Hints have no effect, with and without a policy; nothing but the values matters. */
TEST(hints)
{
    load(
        ".global .align 16 .b8 g[256];",
        "createpolicy.fractional.L2::evict_last.b64 d1, 1.0; createpolicy.fractional.L2::evict_first.L2::evict_unchanged.b64 d2, 0.5;\n"
        "mov.u64 d3, g; createpolicy.range.global.L2::evict_last.L2::evict_unchanged.b64 d4, [d3], 64, 128; createpolicy.cvt.L2.b64 d5, 1;\n"
        "prefetch.global.L2 [d3]; prefetch.global.L1 [d3+64]; prefetch.global.L2::evict_last [d3]; prefetchu.L1 [d3]; prefetch.L2 [d3];\n"
        "discard.global.L2 [d3+128], 128; applypriority.global.L2::evict_normal [d3], 128; griddepcontrol.wait; griddepcontrol.launch_dependents;\n"
        "pmevent 3; pmevent.mask 5; nanosleep.u32 5;\n"
        "ld.global.L2::cache_hint.b32 r0, [p], d1; st.global.L2::cache_hint.b32 [p+4], r0, d2;\n"
        "ld.global.nc.L1::no_allocate.L2::cache_hint.L2::128B.v2.b32 {r1, r2}, [p], d1; red.global.add.L2::cache_hint.u32 [p+8], r1, d1;\n"
        "atom.global.add.L2::cache_hint.u32 r3, [p+8], 1, d1; st.global.b32 [p+12], r3; elect.sync r4|q0, 1; @q0 st.global.b32 [p+16], r4;");
    unsigned *out = run_array(&r, 32);
    out[0] = 41;
    out[4] = 9;
    CHECK(go(out, 0, 1));
    CHECK(out[1] == 41 && out[2] == 42 && out[3] == 41 && out[4] == 0);
    run_finish(&r);
}

/* A counter in each half; what an exchange took out comes back. */
TEST(exchanges_of_128_bits)
{
    load(
        "",
        "{ .reg .b128 a, b, c; ld.relaxed.gpu.global.b128 a, [p+16];\n"
        "again: mov.b128 {d1, d2}, a; add.u64 d3, d1, 1; sub.u64 d4, d2, 2; mov.b128 b, {d3, d4}; atom.relaxed.gpu.global.cas.b128 c, [p+16], a, b;\n"
        "mov.b128 {d5, d6}, c; setp.eq.u64 q0, d5, d1; setp.eq.and.u64 q0, d6, d2, q0; mov.b128 a, c; @!q0 bra again;\n"
        "mov.b128 a, {d1, d1}; atom.global.exch.b128 b, [p+32], a; mov.b128 {d5, d6}, b; sub.u64 d5, d5, d6; red.global.or.b64 [p], d5; }");
    uint64_t *out = run_array(&r, 64);
    CHECK(go(out, 0, 64));
    CHECK_INT(out[2], 64);
    CHECK_INT(out[3], -128);
    CHECK(out[4] == out[5] && out[4] < 64);
    CHECK_INT(out[0], 0);
    run_finish(&r);
}

TEST(parts_of_words)
{
    load(
        "",
        "{ .reg .b8 a, b, c, e; .reg .b16 h; mov.b32 {a, b, c, e}, 0x81828384; mov.b32 r0, {e, a, c, b}; st.global.b32 [p], r0; mov.b16 h, {c, a};\n"
        "mov.b16 {a, b}, h; mov.b32 r1, {a, b, b, a}; st.global.b32 [p+4], r1; }\n"
        "mov.u32 r2, -3; mov.u32 r3, 9; cvt.pack.sat.s4.s32.b32 r4, r2, r3, 0x12345678; st.global.b32 [p+8], r4; cvt.pack.sat.u2.s32.b32 r4, r2, r3, 0x12345678;\n"
        "st.global.b32 [p+12], r4; ld.mmio.relaxed.sys.global.u32 r5, [p]; st.mmio.relaxed.sys.global.u32 [p+16], r5; mov.u64 d1, %pm3_64;");
    unsigned *out = run_array(&r, 64);
    CHECK(go(out, 0, 1));
    CHECK_INT(out[0], 0x83828481);
    CHECK_INT(out[1], 0x82848482);
    CHECK_INT(out[2], 0x345678d7);
    CHECK_INT(out[3], 0x23456783);
    CHECK_INT(out[4], out[0]);
    run_finish(&r);
}

/* Parts of addresses in initialisers, attributes with parentheses of their own, numbers that begin
 * with a point. */
TEST(declarations)
{
    load(
        ".global .align 4 .u32 g = 7; .global .align 4 .u8 m[4] = {0xff(g), 0xff00(g), 0xff0000(g), 0xff000000(g+4)};\n"
        ".global .attribute(.unified(19, 95)) .f32 u = .5; .visible .global .attribute(.managed) .u32 w;",
        "mov.u64 d1, g; cvt.u32.u64 r0, d1; ld.global.u32 r1, [m]; sub.u32 r0, r1, r0; st.global.u32 [p], r0; ld.global.f32 f0, [u]; add.f32 f0, f0, .25;\n"
        "st.global.f32 [p+4], f0;");
    unsigned *out = run_array(&r, 64);
    CHECK(go(out, 0, 1));
    CHECK_INT(out[0] & 0xffffff, 0);
    CHECK_INT(out[1], 0x3f400000);
    run_finish(&r);
}

/* A launch without clusters has clusters of one block. */
TEST(cluster_of_one_block)
{
    load(
        ".shared .align 16 .b8 s[256];",
        "mov.u32 r0, s; mad.lo.u32 r1, t, 4, r0; st.shared.u32 [r1], t; barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;\n"
        "mov.u32 r2, %cluster_ctarank; mapa.shared::cluster.u32 r3, r0, r2; xor.b32 r4, t, 63; mad.lo.u32 r4, r4, 4, r3; ld.shared::cluster.u32 r5, [r4];\n"
        "mov.u64 d2, s; cvta.shared.u64 d1, d2; mapa.u64 d3, d1, r2; cvt.u64.u32 d4, r1; cvt.u64.u32 d5, r0; sub.u64 d4, d4, d5; add.u64 d3, d3, d4; ld.u32 r6, [d3];\n"
        "getctarank.u64 r7, d3; getctarank.shared::cluster.u32 r8, r4; barrier.cluster.arrive; barrier.cluster.wait;\n"
        "mad.lo.u32 r5, r5, 1000, r6; add.u32 r5, r5, r7; add.u32 r5, r5, r8; mul.wide.u32 d6, t, 4; add.u64 d6, d6, p; st.global.u32 [d6], r5;");
    unsigned *out = run_array(&r, 256);
    CHECK(go(out, 0, 64));
    for (unsigned t = 0; t < 64; t++)
        CHECK_INT(out[t], (t ^ 63) * 1000 + t);
    run_finish(&r);
}

/* In by a bulk copy that an mbarrier counts, out by a copy and a sum. */
TEST(bulk_copies)
{
    load(
        ".shared .align 128 .b8 s[512]; .shared .align 8 .b64 b;",
        "setp.ne.u32 q0, t, 0; @q0 bra wait; mbarrier.init.shared.b64 [b], 1; fence.mbarrier_init.release.cluster; fence.proxy.async;\n"
        "mbarrier.arrive.expect_tx.shared.b64 d1, [b], 512;\n"
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s], [p], 512, [b];\n"
        "wait: bar.sync 0; again: mbarrier.try_wait.parity.shared.b64 q1, [b], 0; @!q1 bra again;\n"
        "mov.u32 r0, s; mad.lo.u32 r1, t, 4, r0; ld.shared.u32 r2, [r1]; add.u32 r2, r2, 1; st.shared.u32 [r1], r2; fence.proxy.async.shared::cta; bar.sync 0;\n"
        "@q0 bra end; cp.async.bulk.global.shared::cta.bulk_group [p+512], [s], 512; cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;\n"
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [p+512], [s], 256; cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;\n"
        "cp.async.bulk.prefetch.L2.global [p], 64; end:");
    unsigned *out = run_array(&r, 1024);
    for (unsigned i = 0; i < 128; i++)
        out[i] = i * i;
    CHECK(go(out, 0, 128));
    for (unsigned i = 0; i < 128; i++)
        CHECK_INT(out[128 + i], (i * i + 1) * (i < 64 ? 2 : 1));
    run_finish(&r);
}

/* From shared to shared memory of the same block. */
TEST(bulk_copy_within_a_block)
{
    load(
        ".shared .align 128 .b8 s[512]; .shared .align 8 .b64 b;",
        "mov.u32 r0, s; mad.lo.u32 r1, t, 4, r0; st.shared.u32 [r1], t; setp.ne.u32 q0, t, 0; @q0 bra skip; mbarrier.init.shared.b64 [b], 1;\n"
        "fence.mbarrier_init.release.cluster; mbarrier.arrive.expect_tx.shared.b64 d1, [b], 256; skip: fence.proxy.async.shared::cta; bar.sync 0;\n"
        "@q0 bra wait; cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [s+256], [s], 256, [b];\n"
        "wait: mbarrier.try_wait.parity.shared.b64 q1, [b], 0; @!q1 bra wait;\n"
        "ld.shared.u32 r2, [r1+256]; mul.wide.u32 d2, t, 4; add.u64 d2, d2, p; st.global.u32 [d2], r2;");
    unsigned *out = run_array(&r, 256);
    CHECK(go(out, 0, 64));
    for (unsigned i = 0; i < 64; i++)
        CHECK_INT(out[i], i);
    run_finish(&r);
}

#ifndef ON_CUDA
TEST(alloca_beyond_the_stack)
{
    load("", "cvt.u64.u32 d0, n; alloca.u64 d1, d0; st.local.u32 [d1], t;");
    unsigned *out = run_array(&r, 4);
    CHECK(go(out, 64, 1));
    CHECK(!go(out, 1 << 20, 1));
    CHECK_INT(r.fault.kind, IQ_PTX_FAULT_STACK_OVERFLOW);
    run_finish(&r);
}

/* Such an instruction stops the kernel when it is reached, and says its name and line. */
static void refused(const char *instruction, const char *name)
{
    char body[400];
    snprintf(body, sizeof body, "setp.eq.u32 q0, n, 0; @q0 bra over;\n%s\nover:", instruction);
    load(".shared .align 16 .b8 s[64];", body);
    unsigned *out = run_array(&r, 64);
    CHECK(go(out, 0, 1));
    CHECK(!go(out, 1, 1));
    CHECK_INT(r.fault.kind, IQ_PTX_FAULT_UNSUPPORTED);
    if (!strstr(r.fault.message, name))
        fprintf(stderr, "%s\n", r.fault.message);
    CHECK(strstr(r.fault.message, name) != NULL);
    CHECK_INT(r.fault.ptx_line, 9);
    run_finish(&r);
}

TEST(refused_by_name)
{
    refused("tcgen05.fence::before_thread_sync;", "tcgen05.fence");
    refused(
        "cp.async.bulk.tensor.3d.shared::cta.global.im2col::w.mbarrier::complete_tx::bytes [s], [d0, {r0, r1, r2}], [s], {h0, h1};",
        "im2col::w");
    refused("multimem.red.global.add.u32 [p], r0;", "multimem.red");
    refused(
        "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e2m1.e2m3.f32 {f0}, {r0}, {r1}, {f1};",
        "kind::f8f6f4");
    refused("ldmatrix.sync.aligned.m8n16.x1.shared.b8x16.b4x16_p64 {r0}, [s];", "b4x16_p64");
    refused("cvt.rs.f16x2.f32 r0, f0, f1, r1;", "cvt.rs");
    refused("tensormap.replace.tile.swizzle_atomicity.global.b1024.b32 [p], 3;",
            "tensormap.replace");
}

/* Only for sm_90a, where it changes how registers are shared out. */
TEST(registers_are_enough)
{
    load("", "setmaxnreg.inc.sync.aligned.u32 64; st.global.u32 [p], n;");
    unsigned *out = run_array(&r, 4);
    CHECK(go(out, 3, 1));
    CHECK_INT(*out, 3);
    run_finish(&r);
}

TEST(breakpoint)
{
    load("", "brkpt;");
    CHECK(!go(NULL, 0, 1));
    CHECK_INT(r.fault.kind, IQ_PTX_FAULT_TRAP);
    run_finish(&r);
}
#endif
