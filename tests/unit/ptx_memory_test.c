// link: ptx
/* Loads, stores, atomics, faults, barriers and warps, from small kernels written here. */
#include <math.h>

#include "ptx_run.h"

#define KERNEL(params, body)                                                                                          \
    ".version 8.8\n.target sm_100a\n.address_size 64\n.visible .entry k(" params ")\n{\n"                             \
    ".reg .b16 %h<9>; .reg .b32 %r<20>; .reg .b64 %d<20>; .reg .pred %p<9>; .reg .f32 %f<9>; .reg .f64 %g<9>;\n" body \
    "\nret;\n}\n"
#define POINTERS ".param .u64 a, .param .u64 b"
/* The same with a body made at run time; keeps the last 4 KiB. */
static const char *kernel(const char *body)
{
    static char text[5000];
    const char *frame = KERNEL(POINTERS, "@"), *at = strchr(frame, '@');
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - frame), frame, body, at + 1);
    return text;
}
#define START_FORMAT "ld.param.u64 %%d1, [a]; ld.param.u64 %%d2, [b]; mov.u32 %%r1, %%tid.x;\n"
#define START "ld.param.u64 %d1, [a]; ld.param.u64 %d2, [b]; mov.u32 %r1, %tid.x;\n"

static struct run r;

static void load(const char *text)
{
    struct iq_ptx_diag diag = { 0 };
    if (run_load_text(&r, text, strlen(text), &diag)) {
        fprintf(stderr, "%s\n", iq_ptx_diag_format(&diag, "test"));
        exit(1);
    }
}

/* a and b are arrays of `bytes`; a is filled with a pattern. */
static bool go(const char *text, uint32_t threads, uint32_t bytes, uint8_t **a, uint8_t **b)
{
    load(text);
    *a = run_array(&r, bytes);
    *b = run_array(&r, bytes);
    for (uint32_t i = 0; i < bytes; i++)
        (*a)[i] = (uint8_t)(i * 37 + 129);
    ARG(&r, void *, *a);
    ARG(&r, void *, *b);
    return run_kernel(&r, "k", 1, threads, 0);
}

/* Copies of every width and vector size, with consecutive, strided and partly active lanes. */
TEST(widths_and_vectors)
{
    static const struct {
        const char *type, *regs;
        uint32_t bytes;
    } forms[] = { { "u8", "%h1", 1 },
                  { "b16", "%h1", 2 },
                  { "f32", "%f1", 4 },
                  { "b64", "%d5", 8 },
                  { "v2.u8", "{%h1, %h2}", 2 },
                  { "v4.u8", "{%h1, %h2, %h3, %h4}", 4 },
                  { "v2.b16", "{%h1, %h2}", 4 },
                  { "v4.b16", "{%h1, %h2, %h3, %h4}", 8 },
                  { "v2.u32", "{%r5, %r6}", 8 },
                  { "v4.u32", "{%r5, %r6, %r7, %r8}", 16 },
                  { "v2.b64", "{%d5, %d6}", 16 },
                  { "v4.b64", "{%d5, %d6, %d7, %d8}", 32 },
                  { "v8.b32", "{%r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12}", 32 },
                  { "u8", "%r5", 1 },
                  { "u16", "%r5", 2 },
                  { "u32", "%d5", 4 } };
    static const char *const orders[] = { "", "xor.b32 %r1, %r1, 3;\n", "xor.b32 %r1, %r1, 16;\n" };
    for (size_t k = 0; k < sizeof forms / sizeof *forms; k++)
        for (uint32_t order = 0; order < 3; order++)
            for (uint32_t odd = 0; odd < 2; odd++)
                for (uint32_t space = 0; space < 3; space++) {
                    char text[4096], back[512] = "";
                    uint8_t *a, *b;
                    static const char *const spaces[] = { ".global", "", ".shared" };
                    if (space == 2)
                        snprintf(back, sizeof back,
                                 "ld.shared.%s %s, [%%d9]; st.global.%s [%%d2], %s;", forms[k].type,
                                 forms[k].regs, forms[k].type, forms[k].regs);
                    snprintf(
                        text, sizeof text,
                        ".shared .align 32 .b8 s[4096];\n" START_FORMAT
                        "%s and.b32 %%r2, %%r1, 1; setp.eq.u32 %%p1, %%r2, 1;\n"
                        "mul.wide.u32 %%d3, %%r1, %u; add.s64 %%d1, %%d1, %%d3; add.s64 %%d2, %%d2, %%d3; mov.u64 %%d9, s; add.s64 %%d9, %%d9, %%d3;\n"
                        "%s ld.global.%s %s, [%%d1];\nst%s.%s [%s], %s;\n%s\nL:",
                        orders[order], forms[k].bytes, odd ? "@%p1 bra L;\n" : "", forms[k].type,
                        forms[k].regs, spaces[space], forms[k].type, space == 2 ? "%d9" : "%d2",
                        forms[k].regs, back);
                    CHECK(go(kernel(text), 64, 64 * forms[k].bytes, &a, &b));
                    for (uint32_t i = 0; i < 64 * forms[k].bytes; i++) {
                        bool off = odd && (i / forms[k].bytes & 1);
                        if (b[i] != (off ? 0 : a[i])) {
                            fprintf(stderr, "%s %s order %u odd %u: byte %u\n", forms[k].type,
                                    spaces[space], order, odd, i);
                            CHECK(!"copy differs");
                            break;
                        }
                    }
                    run_finish(&r);
                }
}

TEST(sign_extension)
{
    uint8_t *a, *b;
    CHECK(go(
        KERNEL(
            POINTERS, START
            "cvt.u64.u32 %d3, %r1; add.s64 %d1, %d1, %d3; mul.wide.u32 %d4, %r1, 8; add.s64 %d2, %d2, %d4;\n"
            "ld.global.s8 %d5, [%d1]; st.global.u64 [%d2], %d5;"),
        32, 256, &a, &b));
    for (int i = 0; i < 32; i++)
        CHECK_INT(((int64_t *)(void *)b)[i], (int8_t)a[i]);
    run_finish(&r);
}

TEST(atomics_return_the_old_value)
{
    static const struct {
        const char *op;
        uint32_t start, operand, after[3];
    } ops[] = { { "add.u32", 5, 3, { 8, 11, 14 } },
                { "min.s32", 5, (uint32_t)-3, { (uint32_t)-3, (uint32_t)-3, (uint32_t)-3 } },
                { "max.u32", 5, 9, { 9, 9, 9 } },
                { "and.b32", 0xff, 0x3c, { 0x3c, 0x3c, 0x3c } },
                { "or.b32", 1, 6, { 7, 7, 7 } },
                { "xor.b32", 1, 7, { 6, 1, 6 } },
                { "exch.b32", 4, 9, { 9, 9, 9 } },
                { "inc.u32", 1, 2, { 2, 0, 1 } },
                { "dec.u32", 1, 2, { 0, 2, 1 } } };
    for (size_t k = 0; k < sizeof ops / sizeof *ops; k++)
        for (uint32_t space = 0; space < 3; space++) {
            char text[2048];
            static const char *const spaces[] = { ".global", "", ".shared" };
            snprintf(
                text, sizeof text,
                ".shared .align 8 .b8 s[8];\n" START_FORMAT
                "mul.wide.u32 %%d3, %%r1, 4; add.s64 %%d3, %%d2, %%d3;\n"
                "%s ld.global.u32 %%r3, [%%d2+64]; ld.global.u32 %%r4, [%%d2+68]; st%s.u32 [%%d4], %%r3; bar.sync 0;\n"
                "atom%s.%s %%r5, [%%d4], %%r4; bar.sync 0; ld%s.u32 %%r6, [%%d4]; st.global.u32 [%%d3], %%r5; st.global.u32 [%%d2+72], %%r6;",
                space == 2 ? "mov.u64 %d4, s;" : "add.s64 %d4, %d2, 76;", spaces[space],
                spaces[space], ops[k].op, spaces[space]);
            load(kernel(text));
            uint32_t *b = run_array(&r, 128);
            b[16] = ops[k].start;
            b[17] = ops[k].operand;
            ARG(&r, void *, b);
            ARG(&r, void *, b);
            CHECK(run_kernel(&r, "k", 1, 3, 0));
            CHECK_INT(b[0], ops[k].start);
            CHECK_INT(b[1], ops[k].after[0]);
            CHECK_INT(b[2], ops[k].after[1]);
            CHECK_INT(b[18], ops[k].after[2]);
            run_finish(&r);
        }
}

TEST(compare_and_swap_and_floats)
{
    uint8_t *a, *b;
    CHECK(go(
        KERNEL(
            POINTERS, START
            "st.global.u64 [%d2], 7; atom.global.cas.b64 %d5, [%d2], 7, 9; st.global.u64 [%d2+8], %d5; atom.global.cas.b64 %d5, [%d2], 7, 11;\n"
            "st.global.u64 [%d2+16], %d5; st.global.f32 [%d2+24], 0f3f800000; red.global.add.f32 [%d2+24], 0f40000000;\n"
            "mov.u16 %h1, 0x5; st.global.u16 [%d2+32], %h1; atom.global.cas.b16 %h2, [%d2+32], %h1, 0x1234;\n"
            "st.global.u32 [%d2+40], 0x3c003c00; mov.u32 %r5, 0x40004200; atom.global.add.noftz.f16x2 %r6, [%d2+40], %r5;"),
        1, 64, &a, &b));
    uint64_t v[3];
    memcpy(v, b, 24);
    CHECK_INT(v[0], 9);
    CHECK_INT(v[1], 7);
    CHECK_INT(v[2], 9);
    CHECK(*(float *)(void *)(b + 24) == 3.0f);
    CHECK_INT(*(uint16_t *)(void *)(b + 32), 0x1234);
    CHECK_INT(*(uint32_t *)(void *)(b + 40), 0x42004400);
    run_finish(&r);
}

static void faults(const char *body, uint32_t threads, enum iq_ptx_fault_kind kind, uint32_t thread)
{
    uint8_t *a, *b;
    char text[2048];
    snprintf(text, sizeof text,
             ".shared .align 4 .b8 s[64]; .local .align 4 .b8 l[16];\n" START_FORMAT "%s", body);
    r.step_limit = 0;
    CHECK(!go(kernel(text), threads, 256, &a, &b));
    CHECK_STR(iq_ptx_fault_name(r.fault.kind), iq_ptx_fault_name(kind));
    CHECK_INT(r.fault.thread[0], thread);
    CHECK_STR(r.fault.kernel, "k");
    run_finish(&r);
}

TEST(faults)
{
    faults("mul.wide.u32 %d3, %r1, 4; add.s64 %d1, %d1, %d3; ld.global.u32 %r2, [%d1];", 96,
           IQ_PTX_FAULT_ILLEGAL_ADDRESS, 64);
    faults("st.global.u32 [0], %r1;", 40, IQ_PTX_FAULT_ILLEGAL_ADDRESS, 0);
    faults("ld.u32 %r2, [%d1+-4];", 1, IQ_PTX_FAULT_ILLEGAL_ADDRESS, 0);
    faults("ld.global.u32 %r2, [%d1+2];", 32, IQ_PTX_FAULT_MISALIGNED, 0);
    faults("ld.global.v4.u8 {%h1, %h2, %h3, %h4}, [%d1+2];", 32, IQ_PTX_FAULT_MISALIGNED, 0);
    faults("ld.global.v4.u32 {%r2, %r3, %r4, %r5}, [%d1+248];", 3, IQ_PTX_FAULT_MISALIGNED, 0);
    faults(
        "mul.wide.u32 %d3, %r1, 4; mov.u64 %d4, s; add.s64 %d4, %d4, %d3; st.shared.u32 [%d4], %r1;",
        20, IQ_PTX_FAULT_SHARED_RANGE, 16);
    faults("mov.u64 %d4, s; cvta.shared.u64 %d4, %d4; st.u32 [%d4+64], %r1;", 20,
           IQ_PTX_FAULT_SHARED_RANGE, 0);
    faults(
        "mul.wide.u32 %d3, %r1, 4; mov.u64 %d4, l; add.s64 %d4, %d4, %d3; st.local.u32 [%d4], %r1;",
        20, IQ_PTX_FAULT_LOCAL_RANGE, 4);
    faults("mov.u64 %d4, l; cvta.local.u64 %d4, %d4; ld.u32 %r3, [%d4+16];", 20,
           IQ_PTX_FAULT_LOCAL_RANGE, 0);
    faults("atom.global.add.u32 %r2, [%d1+256], 1;", 20, IQ_PTX_FAULT_ILLEGAL_ADDRESS, 0);
    faults("setp.eq.u32 %p1, %r1, 33; @%p1 trap;", 64, IQ_PTX_FAULT_TRAP, 33);
    faults("setp.lt.u32 %p1, %r1, 32; @%p1 bar.sync 1; bar.sync 0;", 64, IQ_PTX_FAULT_BARRIER, 0);
    faults("mov.u32 %r2, 16; bar.sync %r2;", 64, IQ_PTX_FAULT_ILLEGAL_INSTRUCTION, 0);
    faults("P: .callprototype _ (); mov.u64 %d3, 12345; call %d3, P;", 64, IQ_PTX_FAULT_INVALID_PC,
           0);
}

/* Constants that are stored side by side, which may become one store, and what must not. */
TEST(tables_in_local_memory)
{
#define B(at, value) "mov.u16 %h1, " #value "; st.local.u8 [%d4+" #at "], %h1; "
#define W(at, value) "st.local.u32 [%d4+" #at "], " #value "; "
#define ABCD 1145258561
#define EFGH 1212630597
#define WORD(at, value) W(at, value)
    static const struct {
        const char *name, *stores, *table;
    } cases[] = {
        { "bytes", B(0, 65) B(1, 66) B(2, 67) B(3, 68) B(4, 69) B(5, 70) B(6, 71) B(7, 72) B(8, 73),
          "ABCDEFGHI......." },
        { "words", WORD(8, ABCD) WORD(12, EFGH), "........ABCDEFGH" },
        { "not aligned", WORD(4, ABCD) WORD(8, EFGH), "....ABCDEFGH...." },
        { "a gap", B(0, 65) B(1, 66) B(2, 67) B(3, 68) B(4, 69) B(5, 70) B(6, 71) B(8, 72),
          "ABCDEFG.H......." },
        { "not a constant", WORD(0, ABCD) "st.local.u32 [%d4+4], %r5; ", "ABCDaaaa........" },
        { "some lanes", "@%p2 st.local.u32 [%d4+4], 1212630597; " WORD(0, ABCD),
          "ABCD............" },
        { "some lanes, second", WORD(0, ABCD) "@%p2 st.local.u32 [%d4+4], 1212630597; ",
          "ABCD............" },
        { "a label", WORD(0, ABCD) "bra M; st.local.u32 [%d4], 0; M: " WORD(4, EFGH),
          "ABCDEFGH........" },
        { "something between",
          WORD(0, ABCD) "ld.local.u32 %r7, [%d4+4]; " WORD(4, EFGH) "st.local.u32 [%d4+8], %r7; ",
          "ABCDEFGH........" },
        { "overwritten", WORD(0, ABCD) WORD(4, EFGH) B(0, 97) WORD(8, ABCD), "aBCDEFGHABCD...." },
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char body[4096];
        uint8_t *a, *b;
        snprintf(
            body, sizeof body,
            ".local .align 8 .b8 l[16];\n" START_FORMAT
            "mov.u64 %%d4, l; add.u32 %%r6, %%r1, 774778414; sub.u32 %%r6, %%r6, %%r1; sub.u32 %%r5, 1633771873, %%r1; add.u32 %%r5, %%r5, %%r1; setp.eq.u32 %%p2, %%r1, 99;\n"
            "st.local.v4.u32 [%%d4], {%%r6, %%r6, %%r6, %%r6}; %s\n"
            "ld.local.v4.u32 {%%r8, %%r9, %%r10, %%r11}, [%%d4]; mul.wide.u32 %%d3, %%r1, 16; add.s64 %%d2, %%d2, %%d3; st.global.v4.u32 [%%d2], {%%r8, %%r9, %%r10, %%r11};",
            cases[k].stores);
        CHECK(go(kernel(body), 32, 1024, &a, &b));
        for (uint32_t t = 0; t < 32; t++) {
            if (memcmp(b + 16 * (size_t)t, cases[k].table, 16) != 0)
                fprintf(stderr, "%s: %.16s\n", cases[k].name, (const char *)b + 16 * (size_t)t);
            CHECK(!memcmp(b + 16 * (size_t)t, cases[k].table, 16));
        }
        run_finish(&r);
    }
}

/* Parameters by their address, as of large structures. */
TEST(parameters_by_address)
{
    uint8_t *a, *b;
    CHECK(go(
        KERNEL(
            ".param .align 8 .b8 a[16]",
            "mov.b64 %d5, a; add.s64 %d6, %d5, 4; ld.param.u64 %d1, [%d5]; ld.param.u64 %d2, [%d6+4]; ld.param.u32 %r4, [%d6+4]; mov.u32 %r1, %tid.x;\n"
            "mul.wide.u32 %d3, %r1, 4; add.s64 %d1, %d1, %d3; add.s64 %d2, %d2, %d3; ld.global.u32 %r2, [%d1]; cvt.u32.u64 %r5, %d2; sub.u32 %r5, %r5, %r4; add.u32 %r2, %r2, %r5; st.global.u32 [%d2], %r2;"),
        32, 128, &a, &b));
    for (uint32_t t = 0; t < 32; t++)
        CHECK_INT(((uint32_t *)(void *)b)[t], ((uint32_t *)(void *)a)[t] + 4 * t);
    run_finish(&r);
}

TEST(step_limit_ends_an_endless_loop)
{
    load(KERNEL(POINTERS, "L: bra L;"));
    r.step_limit = 10000;
    ARG(&r, uint64_t, 0);
    ARG(&r, uint64_t, 0);
    CHECK(!run_kernel(&r, "k", 1, 32, 0));
    CHECK_INT(r.fault.kind, IQ_PTX_FAULT_STEP_LIMIT);
    run_finish(&r);
}

TEST(abort_and_yield)
{
    load(KERNEL(POINTERS, "L: bra L;"));
    int stop = 0;
    char params[16] = { 0 };
    struct iq_ptx_launch *launch;
    struct iq_ptx_launch_desc desc = { .image = r.image,
                                       .kernel = iq_ptx_module_kernel(r.module, "k"),
                                       .grid = { 1, 1, 1 },
                                       .block = { 64, 1, 1 },
                                       .params = params,
                                       .env = &r.env,
                                       .abort = &stop };
    CHECK_INT(iq_ptx_launch_create(&desc, &launch), 0);
    struct iq_ptx_block *b = iq_ptx_block_create(launch);
    iq_ptx_block_begin(b, 0);
    CHECK_INT(iq_ptx_block_resume(b, 3), IQ_PTX_RUN_YIELD);
    CHECK_INT(iq_ptx_block_resume(b, 3), IQ_PTX_RUN_YIELD);
    stop = 1;
    CHECK_INT(iq_ptx_block_resume(b, 3), IQ_PTX_RUN_FAULT);
    CHECK_INT(iq_ptx_launch_fault(launch)->kind, IQ_PTX_FAULT_ABORTED);
    iq_ptx_block_destroy(b);
    iq_ptx_launch_destroy(launch);
    run_finish(&r);
}

/* Blocks that wait for each other run side by side when resumed in turn. */
TEST(blocks_are_resumable)
{
    load(KERNEL(
        POINTERS, START
        "mov.u32 %r2, %ctaid.x; setp.eq.u32 %p1, %r2, 1; @%p1 st.release.gpu.global.u32 [%d1], 77;\n"
        "@%p1 bra E; L: ld.acquire.gpu.global.u32 %r3, [%d1]; setp.ne.u32 %p2, %r3, 77; @%p2 bra L; st.global.u32 [%d2], %r3; E:"));
    uint32_t *a = run_array(&r, 4), *c = run_array(&r, 4);
    void *params[2] = { a, c };
    struct iq_ptx_launch *launch;
    struct iq_ptx_launch_desc desc = { .image = r.image,
                                       .kernel = iq_ptx_module_kernel(r.module, "k"),
                                       .grid = { 2, 1, 1 },
                                       .block = { 64, 1, 1 },
                                       .params = params,
                                       .env = &r.env };
    CHECK_INT(iq_ptx_launch_create(&desc, &launch), 0);
    struct iq_ptx_block *b[2] = { iq_ptx_block_create(launch), iq_ptx_block_create(launch) };
    for (uint64_t k = 0; k < 2; k++)
        iq_ptx_block_begin(b[k], k);
    CHECK_INT(iq_ptx_block_resume(b[0], 2), IQ_PTX_RUN_YIELD);
    CHECK_INT(iq_ptx_block_resume(b[1], 2), IQ_PTX_RUN_DONE);
    CHECK_INT(iq_ptx_block_resume(b[0], 2), IQ_PTX_RUN_DONE);
    CHECK_INT(*c, 77);
    iq_ptx_block_destroy(b[0]);
    iq_ptx_block_destroy(b[1]);
    iq_ptx_launch_destroy(launch);
    run_finish(&r);
}

static uint32_t seen;
static void observe(void *ctx, const struct iq_ptx_access *a)
{
    (void)ctx;
    seen += a->size + (a->write ? 1000 : 0) + (a->space == IQ_PTX_SHARED ? 100000 : 0);
}

TEST(observer_sees_every_access)
{
    load(KERNEL(
        POINTERS,
        ".shared .b32 s;\n" START
        "ld.global.u32 %r2, [%d1]; st.shared.u32 [s], %r2; atom.global.add.u32 %r3, [%d2], 1;"));
    void *a = run_array(&r, 256), *b = run_array(&r, 256);
    r.env.observe = observe;
    ARG(&r, void *, a);
    ARG(&r, void *, b);
    CHECK(run_kernel(&r, "k", 1, 40, 0));
    CHECK_INT(seen, 40 * (4 + 101004 + 1004));
    run_finish(&r);
}

TEST(warps_match_reduce_and_elect)
{
    uint8_t *a, *b;
    CHECK(go(
        KERNEL(
            POINTERS, START
            "mul.wide.u32 %d3, %r1, 32; add.s64 %d2, %d2, %d3; shr.u32 %r2, %r1, 3;\n"
            "match.any.sync.b32 %r3, %r2, 0xffffffff; st.global.u32 [%d2], %r3; redux.sync.add.u32 %r4, %r1, 0xffffffff; st.global.u32 [%d2+4], %r4;\n"
            "redux.sync.min.s32 %r4, %r1, 0xffffffff; st.global.u32 [%d2+8], %r4; match.all.sync.b32 %r5|%p1, %r2, 0xffffffff; selp.u32 %r6, 1, 0, %p1;\n"
            "add.u32 %r5, %r5, %r6; st.global.u32 [%d2+12], %r5; elect.sync %r7|%p2, 0xfffffff0; selp.u32 %r8, 1, 0, %p2; st.global.u32 [%d2+16], %r8;\n"
            "activemask.b32 %r9; st.global.u32 [%d2+20], %r9; shfl.sync.bfly.b32 %r10|%p3, %r1, 5, 31, -1; st.global.u32 [%d2+24], %r10;\n"
            "mov.u32 %r11, %lanemask_lt; st.global.u32 [%d2+28], %r11;"),
        32, 1024, &a, &b));
    for (uint32_t t = 0; t < 32; t++) {
        uint32_t v[8];
        memcpy(v, b + 32 * t, 32);
        CHECK_INT(v[0], 0xffu << (t & ~7u));
        CHECK_INT(v[1], 496);
        CHECK_INT(v[2], 0);
        CHECK_INT(v[3], 0);
        CHECK_INT(v[4], t == 4);
        CHECK_INT(v[5], 0xffffffff);
        CHECK_INT(v[6], t ^ 5);
        CHECK_INT(v[7], (1u << t) - 1);
    }
    run_finish(&r);
}

/* st.async and red.async to global memory, of sm_100. */
TEST(stores_that_nothing_waits_for)
{
    uint8_t *a, *b;
    CHECK(go(KERNEL(POINTERS, START "mul.wide.u32 %d3, %r1, 8; add.s64 %d2, %d2, %d3;\n"
                                    "st.async.release.gpu.global.u32 [%d2], %r1;\n"
                                    "red.async.release.gpu.global.add.u32 [%d2], 1000;\n"
                                    "st.async.mmio.release.sys.u16 [%d2+4], 77;"),
             40, 40 * 8, &a, &b));
    for (uint32_t t = 0; t < 40; t++) {
        uint32_t v[2];
        memcpy(v, b + 8 * t, sizeof v);
        CHECK_INT(v[0], 1000 + t);
        CHECK_INT(v[1], 77);
    }
    run_finish(&r);
}

/* The least or largest of 32 numbers by rank: of zeros the negative one is less; what is no number
 * counts only if [nan] or there is nothing else. */
static uint32_t extreme(const uint32_t *v, bool least, bool nan, bool absolute)
{
    uint32_t best = 0x7fffffff;
    float best_value = 0;
    for (uint32_t k = 0; k < 32; k++) {
        uint32_t bits = absolute ? v[k] & 0x7fffffff : v[k];
        float x;
        memcpy(&x, &bits, 4);
        if (isnan(x) && nan)
            return 0x7fffffff;
        if (isnan(x))
            continue;
        bool closer = best == 0x7fffffff || (least ? x < best_value : x > best_value) ||
                      (x == best_value && (bits >> 31) == least);
        best = closer ? bits : best;
        best_value = closer ? x : best_value;
    }
    return best;
}

/* Of sm_100a. */
TEST(warps_reduce_numbers)
{
    static const uint32_t sets[][4] = {
        { 0x00000000, 0x80000000, 0x00000000, 0x80000000 },
        { 0x3f800000, 0xc0000000, 0x7fc00001, 0x00000001 },
        { 0x7fc00001, 0xffc00000, 0x7f800001, 0xffffffff },
        { 0x7f800000, 0xff800000, 0x7f7fffff, 0xff7fffff },
        { 0x80000001, 0x80000000, 0x807fffff, 0x80800000 },
        { 0xbf800000, 0xbf800001, 0xff800000, 0xbf000000 },
    };
    static const char *const kinds[] = { "", ".NaN", ".abs", ".abs.NaN" };
    for (uint32_t form = 0; form < 8; form++)
        for (uint32_t set = 0; set < sizeof sets / sizeof *sets; set++) {
            char text[1000];
            uint32_t v[32], result[32];
            snprintf(text, sizeof text,
                     START_FORMAT "mul.wide.u32 %%d3, %%r1, 4; add.s64 %%d1, %%d1, %%d3;\n"
                                  "add.s64 %%d2, %%d2, %%d3; ld.global.u32 %%r2, [%%d1];\n"
                                  "redux.sync.%s%s.f32 %%r3, %%r2, -1; st.global.u32 [%%d2], %%r3;",
                     form & 1 ? "max" : "min", kinds[form / 2]);
            load(kernel(text));
            uint32_t *a = run_array(&r, 128), *b = run_array(&r, 128);
            for (uint32_t k = 0; k < 32; k++)
                a[k] = v[k] = sets[set][k * 7 / 3 % 4];
            ARG(&r, void *, a);
            ARG(&r, void *, b);
            CHECK(run_kernel(&r, "k", 1, 32, 0));
            memcpy(result, b, sizeof result);
            for (uint32_t k = 0; k < 32; k++)
                CHECK_INT(result[k], extreme(v, !(form & 1), form / 2 & 1, form >= 4));
            run_finish(&r);
        }
}

/* Lanes of one shuffle come from two branches. */
TEST(sync_waits_for_the_named_lanes)
{
    uint8_t *a, *b;
    CHECK(go(
        KERNEL(
            POINTERS, START
            "mul.wide.u32 %d3, %r1, 4; add.s64 %d2, %d2, %d3; setp.lt.u32 %p1, %r1, 7; mov.u32 %r2, 100; @%p1 bra A;\n"
            "mov.u32 %r2, 200; bra B; A: add.u32 %r2, %r2, 1; B: shfl.sync.idx.b32 %r3, %r2, 31, 31, -1; st.global.u32 [%d2], %r3;"),
        32, 128, &a, &b));
    for (int t = 0; t < 32; t++)
        CHECK_INT(((uint32_t *)(void *)b)[t], 200);
    run_finish(&r);
}

TEST(branch_tables_and_named_barriers)
{
    uint8_t *a, *b;
    CHECK(go(
        KERNEL(
            POINTERS, START
            "mul.wide.u32 %d3, %r1, 4; add.s64 %d2, %d2, %d3; rem.u32 %r2, %r1, 3; T: .branchtargets A, B, C; brx.idx %r2, T;\n"
            "A: mov.u32 %r3, 10; bra E; B: mov.u32 %r3, 20; bra E; C: mov.u32 %r3, 30; E: bar.arrive 3, 128; bar.sync 3, 128; bar.red.popc.u32 %r4, 1, %p1; st.global.u32 [%d2], %r3;"),
        64, 256, &a, &b));
    for (uint32_t t = 0; t < 64; t++)
        CHECK_INT(((uint32_t *)(void *)b)[t], 10 + 10 * (t % 3));
    run_finish(&r);
}

TEST(asynchronous_copies)
{
    uint8_t *a, *b;
    CHECK(go(
        KERNEL(
            POINTERS,
            ".shared .align 16 .b8 s[512];\n" START
            "mul.wide.u32 %d3, %r1, 16; add.s64 %d1, %d1, %d3; add.s64 %d2, %d2, %d3; mov.u64 %d4, s; add.s64 %d4, %d4, %d3;\n"
            "cp.async.cg.shared.global [%d4], [%d1], 16, 12; cp.async.commit_group; cp.async.wait_group 0; ld.shared.v4.u32 {%r2, %r3, %r4, %r5}, [%d4]; st.global.v4.u32 [%d2], {%r2, %r3, %r4, %r5};"),
        32, 512, &a, &b));
    for (uint32_t i = 0; i < 512; i++)
        CHECK_INT(b[i], i % 16 < 12 ? a[i] : 0);
    run_finish(&r);
}

TEST(clocks_advance)
{
    uint8_t *a, *b;
    CHECK(go(
        KERNEL(
            POINTERS, START
            "mov.u64 %d3, %clock64; L: mov.u64 %d4, %clock64; sub.s64 %d5, %d4, %d3; setp.lt.u64 %p1, %d5, 100000; @%p1 bra L; mov.u64 %d6, %globaltimer; nanosleep.u32 10; st.global.u64 [%d2], %d6;"),
        32, 128, &a, &b));
    CHECK(*(uint64_t *)(void *)b > 0);
    run_finish(&r);
}
