// link: image ptx base
#include "base/fd.h"
#include "image/kernel.h"
#include "ptx/ptx.h"
#include "test.h"

#define HEAD ".version 7.0\n.target sm_50\n.address_size 64\n"

static struct iq_image_kernel scan(const char *text, const char *name)
{
    struct iq_image_kernel kernel;
    CHECK_INT(iq_image_ptx_kernel(text, strlen(text), name, &kernel), 0);
    return kernel;
}

static const struct iq_image_word *word_of(const struct iq_image_kernel *kernel, int param)
{
    for (int i = 0; i < kernel->word_count; i++)
        if (kernel->words[i].param == param)
            return &kernel->words[i];
    return NULL;
}

static int use_of(const struct iq_image_kernel *kernel, int param)
{
    const struct iq_image_word *word = word_of(kernel, param);
    return word ? word->use : 0;
}

static const char saxpy[] = HEAD
    ".visible .entry saxpy(.param .u32 n, .param .f32 a, .param .u64 x, .param .u64 y)\n{\n"
    " .reg .pred %p<2>; .reg .b32 %r<6>; .reg .f32 %f<5>; .reg .b64 %rd<8>;\n"
    " ld.param.u32 %r2, [n]; ld.param.f32 %f1, [a]; ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [y];\n"
    " mov.u32 %r3, %ctaid.x; mov.u32 %r4, %ntid.x; mov.u32 %r5, %tid.x; mad.lo.s32 %r1, %r3, %r4, %r5;\n"
    " setp.ge.s32 %p1, %r1, %r2; @%p1 bra $L_out;\n"
    " cvta.to.global.u64 %rd3, %rd1; mul.wide.s32 %rd4, %r1, 4; add.s64 %rd5, %rd3, %rd4; cvta.to.global.u64 %rd6, %rd2; add.s64 %rd7, %rd6, %rd4;\n"
    " ld.global.f32 %f2, [%rd5]; ld.global.f32 %f3, [%rd7]; fma.rn.f32 %f4, %f2, %f1, %f3; st.global.f32 [%rd7], %f4;\n$L_out:\n ret;\n}\n";

TEST(read_and_written)
{
    struct iq_image_kernel k = scan(saxpy, "saxpy");
    CHECK(k.has_code);
    CHECK_INT(k.param_count, 4);
    CHECK_INT(k.params[2].offset, 8);
    CHECK_INT(k.params[3].offset, 16);
    CHECK(!k.params[0].is_float && k.params[1].is_float && !k.params[2].is_float);
    CHECK_INT(k.bytes, 24);
    CHECK_INT(use_of(&k, 2), IQ_USE_READ);
    CHECK_INT(use_of(&k, 3), IQ_USE_READ | IQ_USE_WRITE);
    CHECK_INT(word_of(&k, 2)->read, 0xf);
    CHECK_INT(word_of(&k, 3)->written, 0xf);
}

TEST(qualifiers_are_part_of_an_opcode)
{
    static const char text[] = HEAD
        ".visible .entry k(.param .u64 from, .param .u64 to)\n{\n .reg .b64 d<4>; .reg .b32 r<4>;\n"
        " ld.param.u64 d0, [from]; ld.param.u64 d1, [to]; cvta.to.global.u64 d0, d0; cvta.to.global.u64 d1, d1;\n"
        " ld.global.L1::no_allocate.L2::128B.u32 r0, [d0]; st.shared::cta.u32 [r1], r0; st.global.L1::no_allocate.u32 [d1], r0;\n ret;\n}\n";
    struct iq_image_kernel k = scan(text, "k");
    CHECK_INT(use_of(&k, 0), IQ_USE_READ);
    CHECK_INT(use_of(&k, 1), IQ_USE_WRITE);
    CHECK_INT(word_of(&k, 1)->written, 0xf);
}

/* Tensor copies get their map by the address of the parameter that it lies in. */
TEST(tensor_maps_hold_an_address)
{
    static const char text[] = HEAD
        ".visible .entry k(.param .align 64 .b8 map[128], .param .align 8 .b8 other[64], .param .u64 out)\n{\n"
        " .reg .b64 d<4>; .reg .b32 r<4>;\n mov.b64 d0, map; mov.b64 d1, other; cvta.param.u64 d2, d0;\n"
        " cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [r0], [d2, {r1, r2}], [r3];\n ret;\n}\n";
    static const char without[] = HEAD
        ".visible .entry k(.param .align 64 .b8 map[128])\n{\n .reg .b64 d<2>;\n mov.b64 d0, map; cvta.param.u64 d1, d0;\n ret;\n}\n";
    struct iq_image_kernel k = scan(text, "k");
    CHECK_INT(use_of(&k, 0), IQ_USE_UNKNOWN);
    CHECK_INT(word_of(&k, 0)->offset, 0);
    CHECK(!word_of(&k, 1));
    k = scan(without, "k");
    CHECK(!word_of(&k, 0));
}

/* The word of [kernel] that adds an offset to parameter [param]; NULL: there is none. */
static const struct iq_image_word *offset_of(const struct iq_image_kernel *kernel, int param)
{
    for (int i = 0; i < kernel->word_count; i++)
        if (kernel->words[i].param == param && iq_image_word_is_offset(&kernel->words[i]))
            return &kernel->words[i];
    return NULL;
}

#define WITH_OFFSET(computation)                                                                                                                               \
    HEAD                                                                                                                                                       \
        ".entry k(.param .u64 p, .param .u32 first, .param .u32 second, .param .u64 far, .param .u32 n)\n{ .reg .b64 d<8>; .reg .b32 r<8>; .reg .pred q<3>;\n" \
        " ld.param.u64 d0, [p]; ld.param.u32 r0, [first]; ld.param.u32 r1, [second]; ld.param.u64 d1, [far]; ld.param.u32 r2, [n]; mov.u32 r3, %tid.x;\n"      \
        " setp.ge.u32 q0, r3, r2; @q0 bra out; " computation "\nout: ret; }"

TEST(offsets_in_other_arguments_are_added)
{
    struct iq_image_kernel k = scan(
        WITH_OFFSET(
            "add.s32 r4, r0, r3; mul.wide.s32 d2, r4, 4; add.s64 d3, d0, d2; st.global.u32 [d3+8], r3;"),
        "k");
    const struct iq_image_word *word = offset_of(&k, 0);
    CHECK(word);
    CHECK_INT(word->terms[0].param, 1);
    CHECK_INT(word->terms[0].scale, 4);
    CHECK_INT(word->terms[0].bytes, 4);
    CHECK(word->terms[0].is_signed);
    CHECK_INT(word->terms[1].bytes, 0);
    CHECK_INT(word->shift, 0);
    CHECK_INT(word->written, 0xf00);
    CHECK_INT(word->sure_written, 0xf00);
    k = scan(
        WITH_OFFSET(
            "mad.lo.s32 r4, r0, 3, r3; sub.s32 r4, r4, r1; cvt.s64.s32 d2, r4; shl.b64 d3, d2, 2; add.s64 d3, d0, d3; ld.global.u32 r5, [d3];"),
        "k");
    CHECK(!offset_of(&k, 0)); /* r4 has two values */
    k = scan(
        WITH_OFFSET(
            "mad.lo.s32 r4, r0, 3, r3; sub.s32 r5, r4, r1; cvt.s64.s32 d2, r5; shl.b64 d3, d2, 2; add.s64 d4, d0, d3; ld.global.u32 r6, [d4];"),
        "k");
    word = offset_of(&k, 0);
    CHECK(word);
    CHECK_INT(word->terms[0].scale, 12);
    CHECK_INT(word->terms[1].param, 2);
    CHECK_INT(word->terms[1].scale, -4);
    CHECK_INT(word->read, 0xf);
    k = scan(WITH_OFFSET("shl.b64 d2, d1, 2; add.s64 d3, d0, d2; st.global.u32 [d3], r3;"), "k");
    word = offset_of(&k, 0);
    CHECK(word);
    CHECK_INT(word->terms[0].param, 3);
    CHECK_INT(word->terms[0].bytes, 8);
}

TEST(what_is_no_sum_of_arguments_is_no_offset)
{
    static const char *const computations[] = {
        WITH_OFFSET(
            "mul.lo.s32 r4, r0, r1; mul.wide.s32 d2, r4, 4; add.s64 d3, d0, d2; st.global.u32 [d3], r3;"),
        WITH_OFFSET(
            "or.b32 r4, r0, 1; mul.wide.s32 d2, r4, 4; add.s64 d3, d0, d2; st.global.u32 [d3], r3;"),
        WITH_OFFSET(
            "shr.u32 r4, r0, 1; mul.wide.s32 d2, r4, 4; add.s64 d3, d0, d2; st.global.u32 [d3], r3;"),
        WITH_OFFSET(
            "and.b32 r4, r0, -8; mul.wide.s32 d2, r4, 4; add.s64 d3, d0, d2; st.global.u32 [d3], r3;"),
        WITH_OFFSET(
            "min.s32 r4, r0, 40; mul.wide.s32 d2, r4, 4; add.s64 d3, d0, d2; st.global.u32 [d3], r3;"),
        WITH_OFFSET(
            "setp.eq.u32 q1, r2, 0; selp.b32 r4, r0, r1, q1; mul.wide.s32 d2, r4, 4; add.s64 d3, d0, d2; st.global.u32 [d3], r3;"),
        WITH_OFFSET(
            "ld.global.u32 r4, [d1]; add.s32 r5, r4, r0; mul.wide.s32 d2, r5, 4; add.s64 d3, d0, d2; st.global.u32 [d3], r3;"),
        WITH_OFFSET(
            "mov.u32 r4, r0; add.s32 r4, r4, 32; mul.wide.s32 d2, r4, 4; add.s64 d3, d0, d2; st.global.u32 [d3], r3;"),
    };
    for (size_t i = 0; i < sizeof computations / sizeof *computations; i++) {
        struct iq_image_kernel k = scan(computations[i], "k");
        CHECK(!offset_of(&k, 0));
    }
}

TEST(conditions_on_arguments_make_an_access_optional)
{
    struct iq_image_kernel k = scan(
        HEAD
        ".entry k(.param .u64 p, .param .u64 factor, .param .u32 mode, .param .u32 n)\n{ .reg .b64 d<8>; .reg .b32 r<8>; .reg .pred q<3>;\n"
        " ld.param.u64 d0, [p]; ld.param.u32 r0, [n]; mov.u32 r1, %tid.x; mad.lo.s32 r2, r1, 2, 1; setp.ge.u32 q0, r2, r0; @q0 bra out;\n"
        " st.global.u32 [d0], r1; ld.param.u32 r3, [mode]; setp.eq.u32 q1, r3, 0; @q1 bra out; ld.param.u64 d1, [factor]; ld.global.u32 r4, [d1];\n"
        " st.global.u32 [d0], r4; out: ret; }",
        "k");
    CHECK_INT(use_of(&k, 0), IQ_USE_WRITE); /* threads below n always do */
    CHECK_INT(use_of(&k, 1), IQ_USE_READ | IQ_USE_OPTIONAL);
}

TEST(integers_are_no_addresses)
{
    struct iq_image_kernel k = scan(
        HEAD
        ".entry k(.param .u64 p, .param .u64 n, .param .u64 unused, .param .u64 offset)\n{ .reg .b64 d<8>; .reg .pred q;\n"
        " ld.param.u64 d0, [p]; ld.param.u64 d1, [n]; ld.param.u64 d5, [offset]; setp.gt.u64 q, d1, 7; @q bra out; shl.b64 d6, d5, 2; add.s64 d2, d0, d6;\n"
        " ld.global.u64 d3, [d2+8]; st.global.u64 [d0+16], d3; out: ret; }",
        "k");
    CHECK_INT(use_of(&k, 0), IQ_USE_READ | IQ_USE_WRITE | IQ_USE_SHIFTED | IQ_USE_OPTIONAL);
    CHECK_INT(word_of(&k, 0)->read, 0); /* depends on offset */
    CHECK_INT(word_of(&k, 0)->written, 0xff0000);
    CHECK_INT(use_of(&k, 1), 0);
    CHECK_INT(use_of(&k, 2), 0);
    CHECK_INT(use_of(&k, 3), 0);
}

TEST(pointers_in_structs)
{
    struct iq_image_kernel k = scan(
        HEAD
        ".visible .entry k(\n.param .align 8 .b8 s[24],\n.param .u32 n\n)\n.maxntid 128, 1, 1\n{ .reg .b64 d<8>; .reg .b32 r<3>;\n"
        " ld.param.v2.u64 {d0, d1}, [s+8]; ld.global.nc.u32 r0, [d0]; atom.global.add.u32 r1, [d1], r0; ret; }",
        "k");
    CHECK_INT(k.params[0].size, 24);
    CHECK_INT(k.params[1].offset, 24);
    CHECK_INT(k.word_count, 2);
    CHECK_INT(k.words[0].offset, 8);
    CHECK_INT(k.words[0].use, IQ_USE_READ);
    CHECK_INT(k.words[1].offset, 16);
    CHECK_INT(k.words[1].use, IQ_USE_ATOMIC);
    CHECK_INT(k.words[1].ordered, 0xf);
}

TEST(what_leaves_the_kernel_is_unknown)
{
    struct iq_image_kernel k = scan(
        HEAD
        ".func f(.param .b64 a);\n.visible .entry k(.param .u64 p, .param .u64 q, .param .u64 s) { .reg .b64 d<4>; .reg .b32 r;\n"
        " ld.param.u64 d0, [p]; ld.param.u64 d1, [q]; ld.param.u64 d2, [s]; { .param .b64 a; st.param.b64 [a], d0; call.uni f, (a); } st.global.u64 [d1], d2; ret; }",
        "k");
    CHECK_INT(use_of(&k, 0), IQ_USE_UNKNOWN);
    CHECK_INT(use_of(&k, 1), IQ_USE_WRITE);
    CHECK_INT(use_of(&k, 2), 0); /* others may use what is stored */
}

TEST(rows_and_grid_stride)
{
    struct iq_image_kernel k = scan(
        HEAD
        ".visible .entry k(.param .u64 p, .param .u32 pitch, .param .u32 n) { .reg .b64 d<6>; .reg .b32 r<9>; .reg .pred q;\n"
        " ld.param.u64 d0, [p]; ld.param.u32 r0, [pitch]; ld.param.u32 r1, [n]; mov.u32 r2, %ctaid.y; mul.lo.s32 r3, r2, r0; mov.u32 r4, %tid.x; add.s32 r5, r3, r4;\n"
        "L: mul.wide.s32 d1, r5, 2; add.s64 d2, d0, d1; ld.global.u16 r6, [d2]; mov.u32 r7, %ntid.x; add.s32 r5, r5, r7; setp.lt.s32 q, r5, r1; @q bra L; ret; }",
        "k");
    CHECK_INT(use_of(&k, 0), IQ_USE_READ);
    CHECK_INT(word_of(&k, 0)->read, 3);
}

TEST(no_such_kernel)
{
    struct iq_image_kernel k;
    CHECK_INT(iq_image_ptx_kernel(saxpy, strlen(saxpy), "sax", &k), IQ_ENOENT);
    CHECK_INT(iq_image_ptx_kernel(saxpy, strlen(saxpy), "n", &k), IQ_ENOENT);
    CHECK_INT(iq_image_ptx_kernel(saxpy, 60, "saxpy", &k), IQ_ENOENT);
    CHECK_INT(iq_image_ptx_kernel(HEAD ".entry none() { ret; }", 100, "none", &k), 0);
    CHECK_INT(k.param_count, 0);
    CHECK_INT(iq_image_ptx_kernel(HEAD ".entry none { ret; }", 100, "none", &k), 0);
}

/* The scan against the parser of the software device: every kernel of a file has the same
 * parameters. */
static void compare(const char *name)
{
    char path[4096], *text;
    size_t size;
    struct iq_ptx_module *module = NULL;
    struct iq_ptx_parse_options options = { 0 };
    snprintf(path, sizeof path, "%s/../ptx/%s", IQ_TEST_DATA, name);
    if (iq_fd_read_file(path, 1 << 24, &text, &size))
        SKIP("no such file");
    CHECK_INT(iq_ptx_parse(text, size, &options, &module, NULL), 0);
    for (uint32_t i = 0; module && i < module->kernel_count; i++) {
        const struct iq_ptx_kernel *real = &module->kernels[i];
        struct iq_image_kernel k = scan(text, real->name);
        CHECK(k.has_code);
        CHECK_INT(k.param_count, real->param_count);
        CHECK_INT(k.bytes, real->param_bytes);
        for (uint32_t p = 0; p < real->param_count && p < k.param_count; p++) {
            CHECK_INT(k.params[p].offset, real->params[p].offset);
            CHECK_INT(k.params[p].size, real->params[p].size);
        }
    }
    iq_ptx_module_destroy(module);
    free(text);
}

TEST(agrees_with_the_parser)
{
    compare("kernels.ptx");
    compare("features.ptx");
}

static void check_add(const char *name, bool ptx, bool has_code)
{
    char path[4096], *bytes, *code = NULL;
    size_t size, code_size;
    snprintf(path, sizeof path, "%s/images/%s", IQ_TEST_DATA, name);
    if (iq_fd_read_file(path, 1 << 20, &bytes, &size))
        SKIP("sample images not found");
    struct iq_image_source source = { .bytes = bytes, .size = size };
    struct iq_image image;
    struct iq_image_kernel k = { 0 };
    iq_image_sniff(&source, &image);
    CHECK_INT(iq_image_code(&image, 9, 0, ptx, 0, 1 << 20, &code, &code_size), 0);
    CHECK_INT(ptx ? iq_image_ptx_kernel(code, code_size, "add", &k)
                  : iq_image_cubin_kernel(code, code_size, "add", &k),
              0);
    CHECK_INT(k.has_code, has_code);
    CHECK_INT(k.param_count, 2);
    CHECK_INT(k.params[0].size, 8);
    CHECK_INT(k.params[1].offset, 8);
    CHECK_INT(k.params[1].size, 4);
    CHECK_INT(k.bytes, 12);
    CHECK_INT(k.word_count, 1);
    CHECK_INT(k.words[0].use, has_code ? IQ_USE_READ | IQ_USE_WRITE : IQ_USE_UNKNOWN);
    free(code);
    free(bytes);
}

static void check_block(const char *name, bool ptx, const char *kernel, const uint32_t block[3])
{
    char path[4096], *bytes;
    size_t size;
    struct iq_image_kernel k;
    snprintf(path, sizeof path, "%s/images/%s", IQ_TEST_DATA, name);
    if (iq_fd_read_file(path, 1 << 20, &bytes, &size))
        SKIP("sample images not found");
    CHECK_INT(ptx ? iq_image_ptx_kernel(bytes, size, kernel, &k)
                  : iq_image_cubin_kernel(bytes, size, kernel, &k),
              0);
    for (int i = 0; i < 3; i++)
        CHECK_INT(k.block[i], block[i]);
    free(bytes);
}

TEST(blocks_of_fixed_size)
{
    for (int ptx = 0; ptx < 2; ptx++) {
        const char *file = ptx ? "block.ptx" : "block_90.cubin";
        check_block(file, ptx, "two", (uint32_t[]){ 128, 2, 1 });
        check_block(file, ptx, "one", (uint32_t[]){ 64, 1, 1 });
        if (ptx) /* machine code says nothing of a kernel without parameters */
            check_block(file, ptx, "any", (uint32_t[]){ 0, 0, 0 });
    }
    static const char *const odd[] = { ".reqntid {", ".reqntid 4, {", ".reqntid 4, 5, 6, 7 {",
                                       ".reqntid x {", ".reqntid 8 .maxnreg 32 {" };
    static const uint32_t blocks[][3] = {
        { 1, 1, 1 }, { 4, 1, 1 }, { 4, 5, 6 }, { 1, 1, 1 }, { 8, 1, 1 }
    };
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        char text[200];
        snprintf(text, sizeof text, HEAD ".visible .entry k() %s ret; }\n", odd[i]);
        struct iq_image_kernel k = scan(text, "k");
        for (int d = 0; d < 3; d++)
            CHECK_INT(k.block[d], blocks[i][d]);
    }
    struct iq_image_kernel k;
    CHECK_INT(iq_image_ptx_kernel(".entry k() .reqntid 4,", 22, "k", &k), IQ_ENOENT);
}

TEST(images)
{
    check_add("add_90.cubin", false, false);
    check_add("add_90a_abi7.cubin", false, false);
    check_add("add_75.ptx", true, true);
    check_add("ptx_zstd.fatbin", true, true);
    check_add("ptx_lz4.fatbin", true, true);
    check_add("sass_90.fatbin", false, false);
    check_add("default.fatbin", true, true);
}
