// link: ptx
/* Refusals and messages of the parser, linking, what a module tells about itself. */
#include "ptx_run.h"

#define HEAD ".version 8.0\n.target sm_80\n.address_size 64\n"

static int parse(const char *text, uint32_t sm, struct iq_ptx_module **m, struct iq_ptx_diag *diag)
{
    struct iq_ptx_parse_options options = { sm, "test", false };
    *diag = (struct iq_ptx_diag){ 0 };
    return iq_ptx_parse(text, strlen(text), &options, m, diag);
}

static int refused(const char *text, uint32_t line, const char *part)
{
    struct iq_ptx_module *m;
    struct iq_ptx_diag diag;
    bool newer = strstr(text, ".target sm_100") && strstr(text, ".address_size");
    int error = parse(text, newer ? 100 : 90, &m, &diag);
    CHECK(error != 0 && !m);
    CHECK(diag.count > 0);
    if (diag.count) {
        CHECK_INT(diag.items[0].line, line);
        if (!strstr(diag.items[0].message, part))
            fprintf(stderr, "message is: %s\n", diag.items[0].message);
        CHECK(strstr(diag.items[0].message, part) != NULL);
    }
    iq_ptx_diag_finish(&diag);
    return error;
}

TEST(headers)
{
    CHECK_INT(refused("hello", 1, "Not recognised"), IQ_PTX_ENOTPTX);
    CHECK_INT(refused("", 1, "Not recognised"), IQ_PTX_ENOTPTX);
    CHECK_INT(refused("\x7f"
                      "ELF",
                      1, "Not recognised"),
              IQ_PTX_ENOTPTX);
    CHECK_INT(refused(".version 9.9\n.target sm_80\n", 1, "9.9"), IQ_PTX_EVERSION);
    CHECK_INT(refused(".version 8.0\n.target sm_120\n", 2, "sm_120"), IQ_PTX_ETARGET);
    CHECK_INT(refused(".version 8.0\n.target sm_999\n", 2, "Unknown"), IQ_PTX_ETARGET);
    CHECK_INT(refused(".version 8.0\n.target sm_100a\n", 2, "sm_100a"), IQ_PTX_ETARGET);
    CHECK_INT(refused(".version 8.0\n.target sm_80\n.address_size 32\n", 3, "address_size"),
              IQ_PTX_EADDRESS);
    CHECK_INT(refused(".version 8.0\n.visible .entry k() { ret; }\n", 2, "target"), IQ_PTX_ESYNTAX);
}

#define IN_BODY(x)                                                                                             \
    HEAD                                                                                                       \
        ".entry k(.param .u64 p)\n{\n.reg .b32 %r<4>; .reg .pred %p<2>; .reg .b64 %d<3>; .reg .b16 %h<3>;\n" x \
        "\nret;\n}\n"

TEST(instructions)
{
    refused(IN_BODY("bogus.op %r1, %r2;"), 7, "bogus");
    refused(IN_BODY("add.s32 %r1, %r2;"), 7, "arguments");
    refused(IN_BODY("add.s32 %r1, %r2, %d1;"), 7, "mismatch");
    refused(IN_BODY("add.frob.s32 %r1, %r2, %r3;"), 7, "frob");
    refused(IN_BODY("add.pred %p1, %p1, %p1;"), 7, "types");
    refused(IN_BODY("mov.u32 %r1, %r9;"), 7, "%r9");
    refused(IN_BODY("bra nowhere;"), 7, "nowhere");
    refused(IN_BODY("ld.param.u64 %d1, [p+8];"), 7, "outside");
    refused(IN_BODY("mov.u64 %d1, missing;"), 7, "missing");
    refused(IN_BODY("ld.param.u64 $d1, [p];"), 7, "$d1");
    refused(IN_BODY("add.s32 %r1, -%r2, %r3;"), 7, "%r2");
    refused(IN_BODY("add.s32 %r1.b0, %r2, %r3;"), 7, "b0");
    refused(IN_BODY("vadd.s32.s32.s32 %r1, %r2.b7, %r3;"), 7, "b7");
    refused(
        IN_BODY(
            "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r1, %r1}, {%r1}, {%r1}, {%r1};"),
        7, "4 registers");
    refused(IN_BODY("alloca.u64 %d1, %d2, 3;"), 7, "power of two");
    refused(IN_BODY("add.s32 %r1, %r2, %r3"), 8, "expected");
    refused(IN_BODY("@%r1 add.s32 %r1, %r2, %r3;"), 7, "redicate");
    refused(HEAD ".entry k()\n{\n", 6, "'}' expected");
    refused(HEAD ".global .u32 x = {1, 2};\n", 4, "initialiser");
    refused(HEAD ".global .u32 x;\n.global .u32 x;\n", 5, "Duplicate");
    refused(HEAD ".global .b8 x[0];\n", 4, "incomplete type");
    refused(HEAD ".shared .b8 x[];\n", 4, "incomplete type");
}

/* What would run all the same; ptxas refuses it in nearly these words. */
#define TYPED(x)                                                                                                                          \
    HEAD                                                                                                                                  \
        ".global .b32 gl;\n.entry k(.param .u64 p, .param .b32 w)\n{\n.reg .pred q<2>; .reg .b16 h<4>; .reg .f16 hh<3>; .reg .b32 r<4>; " \
        ".reg .u32 u<4>; .reg .f32 f<4>; .reg .b64 d<3>; .reg .f64 g<3>;\n" x "\nret;\n}\n"

TEST(what_only_a_compiler_refuses)
{
    static const struct {
        const char *code, *part;
    } cases[] = {
        { "add.u32 f0, u1, u2;", "mismatch" },
        { "add.f32 f0, f1, u2;", "'u2' does not fit" },
        { "add.u32 u0, u1, 1.5;", "mismatch" },
        { "add.f32 f0, f1, 1;", "mismatch" },
        { "mov.u32 f0, u1;", "mismatch" },
        { "ld.global.u32 f0, [d0];", "mismatch" },
        { "ld.global.f32 g0, [d0];", "mismatch" },
        { "st.global.f32 [d0], u0;", "mismatch" },
        { "setp.eq.f32 q0, f0, 1;", "mismatch" },
        { "selp.u32 f0, u1, u2, q0;", "mismatch" },
        { "mul.wide.u32 d0, u1, f2;", "mismatch" },
        { "cvt.rn.f32.s32 f0, f1;", "mismatch" },
        { "add.f16 u0, hh1, hh2;", "mismatch" },
        { "shl.b32 r0, r1, f2;", "mismatch" },
        { "div.f32 f0, f1, f2;", "Rounding modifier or" },
        { "sqrt.f64 g0, g1;", "Rounding modifier required" },
        { "fma.f32 f0, f1, f2, f3;", "Rounding" },
        { "ex2.f32 f0, f1;", ".approx" },
        { "mul.u32 u0, u1, u2;", ".lo" },
        { "cvt.f32.s32 f0, u1;", "Rounding modifier required" },
        { "{ .reg .b16 h; cvt.rzi.sat.s32.bf16 u1, h; }", "'.sat'" },
        { "{ .reg .b16 h; cvt.rn.bf16.u8 h, h; }", "Arguments mismatch" },
        { "cvt.rn.satfinite.tf32.f32 u1, f0;", "sm_100" },
        { "vmad.s32.s32.s32 u0, -u1, u2, -u3;", "Operand negation" },
        { "cvt.rn.s32.f32 u0, f1;", "Illegal rounding" },
        { "cvt.rzi.s32.s32 u0, u1;", "Illegal rounding" },
        { "cvt.rn.f64.f32 g0, f1;", "Illegal rounding" },
        { "st.const.u32 [d0], u0;", "State space" },
        { "atom.local.add.u32 u0, [d0], u1;", "State space" },
        { "atom.global.add.b32 r0, [d0], r1;", "operation or type" },
        { "atom.global.and.u32 u0, [d0], u1;", "operation or type" },
        { "bar.sync 16;", "out of range" },
        { "bar.sync 0, 33;", "multiple" },
        { "shfl.idx.b32 r0, r1, 1, 31;", ".sync" },
        { "elect.sync r0|q0, -1;", "sm_90" },
        { ".reg .b32 r0;", "Duplicate" },
        { ".reg .b32 r<9>;", "Duplicate" },
        { "setp.ltu.s32 q0, u0, u1;", "comparison" },
        { "set.ltu.u32.s32 u0, u1, u2;", "comparison" },
        { "setp.lo.s32 q0, u0, u1;", "comparison" },
        { "setp.lt.b32 q0, r0, r1;", "comparison" },
        { "set.hi.u32.b32 u0, r1, r2;", "comparison" },
        { "setp.lo.f32 q0, f0, f1;", "comparison" },
        { "st.param.b32 [w], r0;", "input parameter" },
        { ".shared .b32 s = 1;", "No initial value" },
        { ".shared .b8 s[0];", "'s' has incomplete type" },
        { ".local .b32 s[2][0];", "incomplete type" },
    };
    char text[2000];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(text, sizeof text, TYPED("%s"), cases[i].code);
        refused(text, 8, cases[i].part);
    }
}

/* Of an architecture that has them, but not in every form. */
TEST(pairs_of_words)
{
#define PAIRS(version, sm)                                                    \
    ".version " version "\n.target " sm "\n.address_size 64\n.entry k()\n{\n" \
    ".reg .b64 d<4>; .reg .u64 u<2>; .reg .f64 g<2>;\n"
    static const struct {
        const char *code, *part;
    } cases[] = {
        { PAIRS("8.6", "sm_90") "add.f32x2 d0, d1, d2;\n}", "sm_100" },
        { PAIRS("8.6", "sm_100") "fma.f32x2 d0, d1, d2, d3;\n}", "Rounding modifier required" },
        { PAIRS("8.6", "sm_100") "add.sat.f32x2 d0, d1, d2;\n}", "sat" },
        { PAIRS("8.6", "sm_100") "min.f32x2 d0, d1, d2;\n}", "types" },
        { PAIRS("8.6", "sm_100") "add.f32x2 d0, d1, 1.0;\n}", "mismatch" },
        { PAIRS("8.6", "sm_100") "add.f32x2 d0, d1, 1;\n}", "mismatch" },
        { PAIRS("8.6", "sm_100") "add.f32x2 d0, d1, u0;\n}", "'u0' does not fit" },
        { PAIRS("8.6", "sm_100") "add.f32x2 g0, d1, d2;\n}", "'g0' does not fit" },
        { PAIRS("8.6", "sm_100") ".reg .f32x2 q;\n}", "Register type" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        refused(cases[i].code, 7, cases[i].part);
}

TEST(what_only_later_architectures_have)
{
#define LATER(version, sm)                                                    \
    ".version " version "\n.target " sm "\n.address_size 64\n.entry k()\n{\n" \
    ".reg .f32 f<4>; .reg .b16 h<3>; .reg .b32 r<9>; .reg .b64 d<4>;\n"
    static const struct {
        const char *code, *part;
    } cases[] = {
        { LATER("8.8", "sm_90") "min.f32 f0, f1, f2, f3;\n}", "sm_100" },
        { LATER("8.7", "sm_100") "min.f32 f0, f1, f2, f3;\n}", ".version 8.8" },
        { LATER("8.8", "sm_100") "min.xorsign.abs.f32 f0, f1, f2, f3;\n}", "arguments" },
        { LATER("8.8", "sm_100") "min.f64 d0, d1, d2, d3;\n}", "arguments" },
        { LATER("8.8", "sm_90") "add.f32.f16 f0, h1, f2;\n}", "sm_100" },
        { LATER("8.8", "sm_100") "add.f32.s16 f0, h1, f2;\n}", "types" },
        { LATER("8.8", "sm_100") "fma.f32.bf16 f0, h1, h2, f2;\n}", "Rounding" },
        { LATER("8.8", "sm_100") "mul.f32.bf16 f0, h1, h2;\n}", "types" },
        { LATER("8.8", "sm_100") "redux.sync.min.f32 f0, f1, -1;\n}", "redux.f32" },
        { LATER("8.8", "sm_100a") "redux.sync.add.f32 f0, f1, -1;\n}", "type" },
        { LATER("8.8", "sm_100a") "redux.sync.min.abs.u32 r0, r1, -1;\n}", "type" },
        { LATER("8.8", "sm_90") "st.async.release.gpu.global.u32 [d0], r1;\n}", "sm_100" },
        { LATER("8.8", "sm_90") "ld.global.v4.b64 {d0, d1, d2, d3}, [d0];\n}", "256 bit" },
        { LATER("8.8", "sm_90") "st.global.v8.b32 [d0], {r0,r1,r2,r3,r4,r5,r6,r7};\n}", "256 bit" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        refused(cases[i].code, 7, cases[i].part);
}

/* Of sm_90a alone. */
TEST(products_and_copies_of_one_architecture)
{
#define EXACT(sm)                                                     \
    ".version 9.0\n.target " sm "\n.address_size 64\n.entry k()\n{\n" \
    ".reg .b64 d<4>; .reg .f32 f<5>; .reg .b32 r<5>; .reg .b16 h; .reg .pred q;\n"
#define WGMMA EXACT("sm_90a") "wgmma.mma_async.sync.aligned."
#define COPY EXACT("sm_90") "cp.async.bulk.tensor."
#define REPLACE EXACT("sm_90a") "tensormap.replace.tile."
    static const struct {
        const char *code, *part;
    } cases[] = {
        { EXACT("sm_90") "wgmma.fence.sync.aligned;\n}", "'sm_90'" },
        { EXACT("sm_90") "setmaxnreg.inc.sync.aligned.u32 64;\n}", "'sm_90'" },
        { EXACT("sm_90") "tensormap.replace.tile.rank.b1024.b32 [d0], 1;\n}", "'sm_90'" },
        { EXACT("sm_90a") "wgmma.wait_group.sync.aligned r0;\n}", "mismatch" },
        { WGMMA "m64n12k16.f32.f16.f16 {f0}, d0, d1, q, 1, 1, 0, 0;\n}", "m64n12k16" },
        { WGMMA "m64n8k8.f32.f16.f16 {f0,f1,f2,f3}, d0, d1, q, 1, 1, 0, 0;\n}", "types" },
        { WGMMA "m64n40k32.s32.s8.s8 {r0}, d0, d1, q;\n}", "types" },
        { WGMMA "m64n8k16.f32.f16.f16 {f0,f1,f2}, d0, d1, q, 1, 1, 0, 0;\n}", "size mismatch" },
        { WGMMA "m64n8k16.f32.f16.f16 {f0,f1,f2,f3}, d0, d1, q, 2, 1, 0, 0;\n}", "1 or -1" },
        { WGMMA "m64n8k16.f32.f16.f16 {f0,f1,f2,f3}, d0, d1, q, 1, 1, 0;\n}", "arguments" },
        { COPY "2d.shared::cluster.global.bulk_group [r0], [d0, {r0, r1}], [r1];\n}", "Illegal" },
        { COPY "2d.global.shared::cta.im2col.bulk_group [d0, {r0, r1}], [r1];\n}", "Illegal" },
        { COPY "2d.global.shared::cta.tile.bulk_group [d0, {r0}], [r1];\n}", "size mismatch" },
        { COPY "2d.global.shared::cta.tile.bulk_group [d0], [r1];\n}", "coordinates" },
        { REPLACE "elemtype.b1024.b32 [d0], r1;\n}", "constant" },
        { REPLACE "box_dim.b1024.b32 [d0], 5, r1;\n}", "[0..4]" },
        { REPLACE "global_dim.b1024.b64 [d0], 1, d1;\n}", "Illegal" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        refused(cases[i].code, 7, cases[i].part);
}

/* Eight bits and fewer; a byte of bf16 stands in a register of eight bits. */
TEST(small_numbers)
{
    static const struct {
        const char *code, *part;
    } cases[] = {
        { EXACT("sm_90") "cvt.rzi.s8.bf16 h, h;\n}", "mismatch" },
        { EXACT("sm_90") "cvt.rn.bf16.u8 h, r0;\n}", "mismatch" },
        { EXACT("sm_90") "cvt.rn.satfinite.e2m3x2.f32 h, f0, f1;\n}", "e2m3x2' not supported" },
        { EXACT("sm_100") "cvt.rn.bf16x2.ue8m0x2 r0, h;\n}", "ue8m0x2' not supported" },
        { EXACT("sm_100a") "cvt.rn.satfinite.e2m1x2.f32 h, f0, f1;\n}", "mismatch" },
        { EXACT("sm_100a") "cvt.rn.e2m3x2.f32 h, f0, f1;\n}", "'.satfinite' modifier required" },
        { EXACT("sm_100a") "cvt.rn.satfinite.ue8m0x2.f32 h, f0, f1;\n}", "rounding" },
        { EXACT("sm_100") "cvt.rs.bf16x2.f32 r0, f0, f1, r1;\n}", "'.rs' not supported" },
        { EXACT("sm_100a") "cvt.rs.bf16x2.f32 r0, f0, f1, 17;\n}", "mismatch" },
        { EXACT("sm_100a") "cvt.rs.bf16x2.f32 r0, f0, f1;\n}", "mismatch" },
        { EXACT("sm_100a") "cvt.rs.ftz.bf16x2.f32 r0, f0, f1, r1;\n}", "'.ftz'" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        refused(cases[i].code, 7, cases[i].part);
}

TEST(what_a_compiler_takes)
{
    static const char *const right[] = {
        "add.f32 f0, f1, r2;",
        "and.b32 f0, f1, f2;",
        "and.b32 r0, r1, 0f3F800000;",
        "mov.b32 f0, u0;",
        "selp.b32 f0, f1, u2, q0;",
        "setp.eq.b32 q0, f0, f1;",
        "setp.hs.u64 q0, d0, d1;",
        "setp.lo.u32 q0, u0, u1;",
        "set.lo.f32.u32 f0, u1, u2;",
        "cvt.rni.f32.f32 f0, f1;",
        "cvt.f64.f32 g0, f1;",
        "popc.b32 u0, f1;",
        "slct.u32.f32 u0, u1, u2, f1;",
        "lop3.b32 f0, u1, f2, u3, 5;",
        "{ .reg .b32 r0; mov.u32 r0, 1; }",
        "{ .param .b32 a, b; st.param.b32 [b], r0; }",
        ".local .b8 x[4], y[8]; st.local.b32 [y], r0;",
        ".shared .b32 s, t[4]; st.shared.b32 [t], r0;",
        "ld.param.b32 r0, [p+8];",
        "{ .param .align 4 .b8 a[8], b[4]; st.param.b32 [b], r0; }",
    };
    char text[2000];
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        struct iq_ptx_module *m = NULL;
        struct iq_ptx_diag diag;
        snprintf(text, sizeof text, TYPED("%s"), right[i]);
        CHECK_INT(parse(text, 90, &m, &diag), 0);
        if (diag.count)
            fprintf(stderr, "%s: %s\n", right[i], diag.items[0].message);
        iq_ptx_module_destroy(m);
        iq_ptx_diag_finish(&diag);
    }
}

/* Spellings that few programs have. */
/* Before sm_20 products and sums of singles had one way of rounding. */
TEST(what_the_first_architectures_leave_out)
{
    static const char text[] =
        ".version 1.4\n.target sm_10, map_f64_to_f32\n.entry k\n{\n"
        ".reg .f32 f<4>;\nmov.f32 f1, 0f3F800000;\nmad.f32 f0, f1, f1, f1;\nexit;\n}\n";
    struct iq_ptx_module *m;
    struct iq_ptx_diag diag;
    CHECK_INT(parse(text, 90, &m, &diag), 0);
    iq_ptx_module_destroy(m);
    iq_ptx_diag_finish(&diag);
    refused(".version 2.0\n.target sm_20\n.entry k\n{\n.reg .f32 f<4>;\nmad.f32 f0, f1, f1, "
            "f1;\nexit;\n}\n",
            6, "Rounding modifier required");
}

TEST(what_a_compiler_takes_for_one_architecture)
{
    static const char *const right[] = {
        EXACT("sm_90") "ld.global.L1::evict_first.L2::evict_last.L2::cache_hint.b32 r0, [d0], d1;",
        EXACT("sm_90") "st.async.mbarrier::complete_tx::bytes.b64 [d0], d1, [d2];",
        EXACT(
            "sm_90") "st.async.cluster.shared::cluster.mbarrier::complete_tx::bytes.u32 [r0], r1, [r2];",
        EXACT(
            "sm_90") "red.async.relaxed.cluster.mbarrier::complete_tx::bytes.add.u32 [d0], r1, [d2];",
        EXACT("sm_90") "fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster;",
        EXACT("sm_90") "fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster;",
        EXACT("sm_100") "st.async.release.gpu.global.u32 [d0], r1;",
        EXACT("sm_100") "red.async.mmio.release.sys.global.add.u64 [d0], d1;",
        EXACT("sm_100") "ld.global.v4.b64 {d0, d1, d2, d3}, [d0];",
        EXACT("sm_100a") "cvt.rs.f16x2.f32 r0, f0, f1, r1;",
        EXACT("sm_100a") "cvt.rs.relu.satfinite.bf16x2.f32 r0, f0, f1, r1;",
        EXACT("sm_90") "txq.force_unnormalized_coords.b32 r0, [d0];",
    };
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        struct iq_ptx_module *m = NULL;
        struct iq_ptx_diag diag;
        char text[1000];
        snprintf(text, sizeof text, "%s\nret;\n}\n", right[i]);
        CHECK_INT(parse(text, 100, &m, &diag), 0);
        if (diag.count)
            fprintf(stderr, "%s: %s\n", strchr(right[i], '{'), diag.items[0].message);
        iq_ptx_module_destroy(m);
        iq_ptx_diag_finish(&diag);
    }
}

TEST(what_a_compiler_of_the_target_refuses)
{
    refused(
        ".version 6.0\n.target sm_70\n.address_size 64\n.entry k() { .reg .b32 r; redux.sync.add.u32 r, r, -1; }\n",
        4, "sm_80");
    refused(
        ".version 6.0\n.target sm_80\n.address_size 64\n.entry k() { .reg .b32 r; redux.sync.add.u32 r, r, -1; }\n",
        4, ".version 7.0");
    refused(HEAD ".entry k() .reqntid 0 { ret; }\n", 4, "reqntid");
}

TEST(messages_look_like_a_compilers)
{
    struct iq_ptx_module *m;
    struct iq_ptx_diag diag;
    CHECK_INT(parse(IN_BODY("bogus.op %r1;\nadd.s32 %r1;"), 90, &m, &diag), IQ_PTX_ESYNTAX);
    CHECK_INT(diag.count, 2);
    char *text = iq_ptx_diag_format(&diag, "a.ptx");
    CHECK(strstr(text,
                 "ptxas a.ptx, line 7; error   : Not a name of any known instruction: 'bogus'\n") ==
          text);
    free(text);
    iq_ptx_diag_finish(&diag);
}

TEST(unsupported_instructions_parse_and_fault_by_name)
{
    static struct run r;
    const char *text = IN_BODY("tcgen05.fence::before_thread_sync;");
    struct iq_ptx_diag diag = { 0 };
    CHECK_INT(run_load_text(&r, text, strlen(text), &diag), 0);
    ARG(&r, uint64_t, 0);
    CHECK(!run_kernel(&r, "k", 1, 32, 0));
    CHECK_INT(r.fault.kind, IQ_PTX_FAULT_UNSUPPORTED);
    CHECK(strstr(r.fault.message, "tcgen05.fence::before_thread_sync") != NULL);
    CHECK_INT(r.fault.ptx_line, 7);
    run_finish(&r);
}

TEST(a_module_describes_its_kernels)
{
    static struct run r;
    run_load(&r, ptx_file("features.ptx"));
    const struct iq_ptx_kernel *k = iq_ptx_module_kernel(r.module, "struct_param");
    CHECK_INT(k->param_count, 3);
    CHECK_INT(k->params[0].size, 40);
    CHECK_INT(k->params[0].align, 8);
    CHECK_INT(k->params[1].offset, 40);
    CHECK_INT(k->params[2].offset, 48);
    CHECK_INT(k->param_bytes, 50);
    CHECK_STR(k->params[2].type, "u16");
    CHECK_INT(iq_ptx_module_kernel(r.module, "histogram")->shared_bytes, 1024);
    CHECK(iq_ptx_module_kernel(r.module, "recursion")->recursive);
    CHECK(iq_ptx_module_kernel(r.module, "indirect")->indirect_calls);
    const struct iq_ptx_variable *v = iq_ptx_module_variable(r.module, "table");
    CHECK(v && v->space == IQ_PTX_CONST && v->size == 16 && v->init[8] == 4);
    v = iq_ptx_module_variable(r.module, "ops");
    CHECK(v && v->reloc_count == 2 && !strcmp(v->relocs[1].symbol, "_Z5twicei"));
    CHECK(!iq_ptx_module_unresolved(r.module));
    run_finish(&r);
}

static struct iq_ptx_module *good(const char *text)
{
    struct iq_ptx_module *m;
    struct iq_ptx_diag diag;
    int error = parse(text, 90, &m, &diag);
    if (error)
        fprintf(stderr, "%s\n", diag.count ? diag.items[0].message : "?");
    CHECK_INT(error, 0);
    iq_ptx_diag_finish(&diag);
    return m;
}

#define FUNC_F \
    ".visible .func (.param .b32 r) f (.param .b32 a) { .reg .b32 %r<3>; ld.param.b32 %r1, [a]; add.s32 %r2, %r1, 5; st.param.b32 [r], %r2; ret; }\n"

TEST(linking)
{
    struct iq_ptx_module *a = good(
        HEAD
        ".extern .func (.param .b32 r) f (.param .b32 a);\n.extern .global .u32 counter;\n"
        ".visible .entry k(.param .u64 out) { .reg .b32 %r<4>; .reg .b64 %d<2>; mov.u32 %r1, %tid.x;\n"
        "{ .param .b32 p; .param .b32 q; st.param.b32 [p], %r1; call (q), f, (p); ld.param.b32 %r2, [q]; }\n"
        "ld.global.u32 %r3, [counter]; add.s32 %r2, %r2, %r3; ld.param.u64 %d1, [out]; st.global.u32 [%d1], %r2; ret; }\n");
    struct iq_ptx_module *b = good(HEAD ".visible .global .u32 counter = 100;\n" FUNC_F),
                         *c = good(HEAD FUNC_F), *linked;
    struct iq_ptx_diag diag = { 0 };
    CHECK(iq_ptx_module_unresolved(a) != NULL);
    CHECK_INT(iq_ptx_link((const struct iq_ptx_module *const[]){ a, b }, 2, &linked, &diag), 0);
    CHECK(linked && !iq_ptx_module_unresolved(linked));
    CHECK_INT(linked->variable_count, 1);
    struct run r = { .module = linked };
    void *counter = run_array(&r, 4);
    uint64_t address = (uint64_t)(uintptr_t)counter;
    r.image = iq_ptx_image_create(linked, &address);
    iq_ptx_image_initialise(r.image, 0, counter);
    r.env = (struct iq_ptx_env){ .ctx = &r, .resolve = run_resolve };
    int *out = run_array(&r, 4);
    ARG(&r, void *, out);
    CHECK(run_kernel(&r, "k", 1, 1, 0));
    CHECK_INT(*out, 105);
    run_finish(&r);
    CHECK_INT(iq_ptx_link((const struct iq_ptx_module *const[]){ a, c }, 2, &linked, &diag),
              IQ_PTX_EUNRESOLVED);
    CHECK(strstr(diag.items[0].message, "counter") != NULL);
    iq_ptx_diag_finish(&diag);
    CHECK_INT(iq_ptx_link((const struct iq_ptx_module *const[]){ a, b, c }, 3, &linked, &diag),
              IQ_PTX_EDUPLICATE);
    CHECK(strstr(diag.items[0].message, "'f'") != NULL);
    iq_ptx_diag_finish(&diag);
    iq_ptx_module_destroy(a);
    iq_ptx_module_destroy(b);
    iq_ptx_module_destroy(c);
}

/* Each text has its own numbers of files. */
TEST(files_of_linked_texts)
{
    struct iq_ptx_module *a = good(
                             HEAD ".visible .entry k() {\n.loc 1 7 0\ntrap; }\n.file 1 \"a.cu\"\n"),
                         *b = good(
                             HEAD ".visible .entry l() {\n.loc 1 9 0\ntrap; }\n.file 1 \"b.cu\"\n"),
                         *linked;
    CHECK_INT(iq_ptx_link((const struct iq_ptx_module *const[]){ a, b }, 2, &linked, NULL), 0);
    struct run r = { .module = linked, .image = iq_ptx_image_create(linked, NULL) };
    r.env = (struct iq_ptx_env){ .ctx = &r, .resolve = run_resolve };
    CHECK(!run_kernel(&r, "k", 1, 1, 0));
    CHECK_STR(r.fault.source_file, "a.cu");
    CHECK_INT(r.fault.source_line, 7);
    CHECK(!run_kernel(&r, "l", 1, 1, 0));
    CHECK_STR(r.fault.source_file, "b.cu");
    CHECK_INT(r.fault.source_line, 9);
    run_finish(&r);
    iq_ptx_module_destroy(a);
    iq_ptx_module_destroy(b);
}
