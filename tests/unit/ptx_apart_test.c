// link: ptx
/* Which memory threads keep apart: what the launch says of kernels that are known, and of random
 * computations of addresses, which are compared with the places that the threads really use. */
#include <stdlib.h>

#include "ptx/apart.h"
#include "ptx/exec.h"
#include "ptx_run.h"

enum { WORDS = 1 << 16, MOST = 1 << 14 };

/* ---- launching ---- */

static struct used {
    uint64_t address;
    uint32_t thread, size;
} used[MOST];
static uint32_t used_count, races;
static uint64_t atomic; /* what the launch says of the last kernel */
static bool orderless;
static uint64_t dummy[2];

static void observe(void *ctx, const struct iq_ptx_access *a)
{
    (void)ctx;
    if (a->space != IQ_PTX_GLOBAL || used_count == MOST)
        return;
    uint32_t block = a->block[0] + 8 * a->block[1];
    used[used_count++] =
        (struct used){ a->address, a->thread[0] + 64 * a->thread[1] + 1024 * block, a->size };
}

static bool stray(void *ctx, const struct iq_ptx_access *a, int64_t *bias)
{
    (void)ctx;
    *bias = (int64_t)((uint64_t)(uintptr_t)dummy - a->address);
    return true;
}

static int belongs(void *ctx, uint64_t pointer, const struct iq_ptx_range *range)
{
    struct iq_ptx_range other;
    return pointer - range->begin < range->end - range->begin ? 1
           : run_resolve(ctx, pointer, 1, false, &other)      ? -1
                                                              : 0;
}

static void count_race(void *ctx, const struct iq_ptx_conflict *conflict)
{
    (void)ctx;
    (void)conflict;
    races++;
}

static const char HEAD[] =
    ".version 7.0\n.target sm_75\n.address_size 64\n"
    ".visible .global .align 4 .u32 word;\n"
    ".visible .entry k(.param .u64 y, .param .u64 x, .param .u32 n) {\n"
    ".reg .pred p<4>; .reg .b32 r<40>; .reg .b64 d<40>;\n"
    "ld.param.u64 d0, [y]; ld.param.u64 d1, [x]; ld.param.u32 r9, [n];\n"
    "mov.u32 r0, %tid.x; mov.u32 r1, %tid.y; mov.u32 r2, %ctaid.x; mov.u32 r3, %ctaid.y;\n"
    "mov.u32 r4, %ntid.x; mov.u32 r5, %ntid.y; mad.lo.s32 r6, r2, r4, r0; mad.lo.s32 r7, r3, r5, r1;\n";

/* same: x points into the memory of y.  Returns the arguments whose memory is apart. */
static uint64_t launch(const char *body, const uint32_t grid[2], const uint32_t block[2],
                       uint32_t n, bool same)
{
    static struct run r;
    char text[8192];
    struct iq_ptx_launch *l;
    int size = snprintf(text, sizeof text, "%s%s\nret; }\n", HEAD, body);
    if (run_load_text(&r, text, (size_t)size, NULL)) {
        fprintf(stderr, "%s\n", text);
        exit(1);
    }
    uint32_t *y = run_array(&r, WORDS * 4), *x = same ? y + 16 : run_array(&r, WORDS * 4);
    r.env.observe = observe;
    r.env.stray = stray;
    r.env.belongs = belongs;
    r.env.race = count_race;
    r.env.watch_races = true;
    ARG(&r, uint32_t *, y);
    ARG(&r, uint32_t *, x);
    ARG(&r, uint32_t, n);
    struct iq_ptx_launch_desc desc = { .image = r.image,
                                       .kernel = iq_ptx_module_kernel(r.module, "k"),
                                       .grid = { grid[0], grid[1], 1 },
                                       .block = { block[0], block[1], 1 },
                                       .params = r.params,
                                       .env = &r.env };
    CHECK_INT(iq_ptx_launch_create(&desc, &l), 0);
    uint64_t apart = l->apart;
    atomic = l->atomic;
    orderless = l->orderless;
    used_count = races = 0;
    struct iq_ptx_block *b = iq_ptx_block_create(l);
    CHECK_INT(iq_ptx_block_run(b, 0, (uint64_t)grid[0] * grid[1]), IQ_PTX_RUN_DONE);
    iq_ptx_block_destroy(b);
    iq_ptx_launch_destroy(l);
    run_finish(&r);
    return apart;
}

/* ---- known kernels ---- */

#define ROW "mul.wide.s32 d2, r6, 4; add.s64 d3, d0, d2; "
#define TILE "mad.lo.s32 r8, r7, r9, r6; mul.wide.s32 d2, r8, 4; add.s64 d3, d0, d2; "

/* apart: bit 0: y, bit 1: x. */
static const struct known {
    const char *name, *body;
    uint32_t grid[2], block[2], n;
    bool same;
    uint64_t apart;
    bool race;
} kernels[] = {
    { "own element",
      ROW "ld.global.u32 r10, [d3]; st.global.u32 [d3], r10;",
      { 4, 1 },
      { 64, 1 },
      0,
      false,
      1,
      false },
    { "own pair",
      "mul.wide.s32 d2, r6, 8; add.s64 d3, d0, d2; st.global.u32 [d3], r0; st.global.u32 [d3+4], r0;",
      { 4, 1 },
      { 64, 1 },
      0,
      false,
      1,
      false },
    { "own pair, in the neighbour's",
      ROW "st.global.u32 [d3], r0; st.global.u32 [d3+4], r0;",
      { 4, 1 },
      { 64, 1 },
      0,
      false,
      0,
      true },
    { "neighbour is read",
      ROW "st.global.u32 [d3], r0; ld.global.u32 r10, [d3+4]; st.global.u32 [d3], r10;",
      { 4, 1 },
      { 64, 1 },
      0,
      false,
      0,
      true },
    { "own vector",
      "mul.wide.s32 d2, r6, 16; add.s64 d3, d0, d2; st.global.v4.u32 [d3], {r0, r1, r2, r3};",
      { 4, 1 },
      { 64, 1 },
      0,
      false,
      1,
      false },
    { "vectors that overlap",
      "mul.wide.s32 d2, r6, 8; add.s64 d3, d0, d2; st.global.v2.u32 [d3], {r0, r1}; st.global.v2.u32 [d3+8], {r2, r0};",
      { 4, 1 },
      { 64, 1 },
      0,
      false,
      0,
      true },
    { "blocks overlap",
      "shl.b32 r8, r2, 5; add.s32 r11, r8, r0; mul.wide.s32 d2, r11, 4; add.s64 d3, d0, d2; st.global.u32 [d3], r2;",
      { 4, 1 },
      { 64, 1 },
      0,
      false,
      0,
      true },
    { "blocks that do not",
      "shl.b32 r8, r2, 6; add.s32 r11, r8, r0; mul.wide.s32 d2, r11, 4; add.s64 d3, d0, d2; st.global.u32 [d3], r2;",
      { 4, 1 },
      { 64, 1 },
      0,
      false,
      1,
      false },
    { "same in all rows of the block",
      ROW "st.global.u32 [d3], r1;",
      { 4, 1 },
      { 32, 2 },
      0,
      false,
      0,
      true },
    { "row and column", TILE "st.global.u32 [d3], r7;", { 2, 2 }, { 16, 4 }, 32, false, 1, false },
    { "row too short", TILE "st.global.u32 [d3], r7;", { 2, 2 }, { 16, 4 }, 31, false, 0, true },
    { "backwards",
      "sub.s32 r8, 200, r6; mul.wide.s32 d2, r8, 4; add.s64 d3, d0, d2; st.global.u32 [d3], r0;",
      { 2, 1 },
      { 64, 1 },
      0,
      false,
      1,
      false },
    { "a negative number widened",
      "sub.s32 r8, 60, r6; mul.wide.u32 d2, r8, 4; add.s64 d3, d0, d2; st.global.u32 [d3], r0;",
      { 2, 1 },
      { 64, 1 },
      0,
      false,
      1,
      false },
    { "other argument in the same memory",
      ROW
      "st.global.u32 [d3], r0; add.s64 d4, d1, d2; ld.global.u32 r10, [d4]; st.global.u32 [d3], r10;",
      { 4, 1 },
      { 64, 1 },
      0,
      true,
      3,
      true },
    { "two arguments",
      ROW "add.s64 d4, d1, d2; ld.global.u32 r10, [d4]; st.global.u32 [d3], r10;",
      { 4, 1 },
      { 64, 1 },
      0,
      false,
      3,
      false },
    { "other argument by any thread",
      ROW "add.s64 d4, d1, 64; ld.global.u32 r10, [d4]; st.global.u32 [d3], r10;",
      { 4, 1 },
      { 64, 1 },
      0,
      false,
      1,
      false },
    { "all threads, one word", "st.global.u32 [d0], r6;", { 4, 1 }, { 64, 1 }, 0, false, 0, true },
    { "one thread, one word", "st.global.u32 [d0], r6;", { 1, 1 }, { 1, 1 }, 0, false, 1, false },
    { "loaded index",
      ROW
      "ld.global.u32 r8, [d3]; mul.wide.u32 d4, r8, 4; add.s64 d5, d0, d4; st.global.u32 [d5], r6;",
      { 4, 1 },
      { 64, 1 },
      0,
      false,
      0,
      true },
    { "a pointer from memory",
      ROW
      "st.global.u32 [d3], r0; ld.global.u64 d6, [d1]; setp.ne.u64 p0, d6, 0; @p0 ld.global.u32 r10, [d6];",
      { 4, 1 },
      { 64, 1 },
      0,
      false,
      0,
      false },
    { "loop",
      "mov.u32 r8, r6;\nL: mul.wide.u32 d2, r8, 4; add.s64 d3, d0, d2; st.global.u32 [d3], r6; add.s32 r8, r8, 1; setp.lt.u32 p0, r8, 100; @p0 bra L;",
      { 2, 1 },
      { 64, 1 },
      0,
      false,
      0,
      true },
    { "a pointer by its place among the arguments",
      "mov.b64 d10, y; add.s64 d11, d10, 4; ld.param.u64 d12, [d11+4]; mul.wide.s32 d2, r6, 4; add.s64 d3, d12, d2; st.global.u32 [d3], r0;",
      { 4, 1 },
      { 64, 1 },
      0,
      false,
      2,
      false },
    { "grid stride",
      "mov.u32 r8, r6;\nL: mul.wide.u32 d2, r8, 4; add.s64 d3, d0, d2; st.global.u32 [d3], r6; add.s32 r8, r8, 128; setp.lt.u32 p0, r8, 1000; @p0 bra L;",
      { 2, 1 },
      { 64, 1 },
      0,
      false,
      1,
      false },
    { "grid stride that may wrap into others",
      "mov.u32 r8, r6;\nL: mul.wide.s32 d2, r8, 4; add.s64 d3, d0, d2; st.global.u32 [d3], r6; add.s32 r8, r8, 96; setp.lt.s32 p0, r8, 1000; @p0 bra L;",
      { 3, 1 },
      { 32, 1 },
      0,
      false,
      0,
      false },
    { "the same of 64 bits",
      "cvt.u64.u32 d4, r6;\nL: shl.b64 d2, d4, 2; add.s64 d3, d0, d2; st.global.u32 [d3], r6; add.s64 d4, d4, 96; setp.lt.u64 p0, d4, 1000; @p0 bra L;",
      { 3, 1 },
      { 32, 1 },
      0,
      false,
      1,
      false },
    { "grid stride, too short",
      "cvt.u64.u32 d4, r6;\nL: shl.b64 d2, d4, 2; add.s64 d3, d0, d2; st.global.u32 [d3], r6; add.s64 d4, d4, 95; setp.lt.u64 p0, d4, 1000; @p0 bra L;",
      { 3, 1 },
      { 32, 1 },
      0,
      false,
      0,
      true },
    { "grid stride, several at a time, and a rest",
      "cvt.u64.u32 d4, r6; setp.eq.u32 p1, r9, 0; @p1 bra M;\nL: shl.b64 d2, d4, 2; add.s64 d3, d0, d2; st.global.u32 [d3], r6; add.s64 d4, d4, 96; add.s32 r9, r9, -1; setp.ne.u32 p0, r9, 0; @p0 bra L;\nM: mov.u64 d7, d4;\nN: shl.b64 d5, d7, 2; add.s64 d6, d0, d5; st.global.u32 [d6], r6; st.global.u32 [d6+384], r6; add.s64 d7, d7, 192; setp.lt.u64 p2, d7, 1000; @p2 bra N;",
      { 3, 1 },
      { 32, 1 },
      3,
      false,
      1,
      false },
    { "a pointer that goes on",
      ROW
      "\nL: ld.global.u32 r10, [d3]; st.global.u32 [d3], r10; add.s64 d3, d3, 512; add.s32 r9, r9, -1; setp.ne.s32 p0, r9, 0; @p0 bra L;",
      { 2, 1 },
      { 64, 1 },
      5,
      false,
      1,
      false },
    { "a step that differs between threads",
      ROW
      "cvt.u64.u32 d4, r0;\nL: st.global.u32 [d3], r6; add.s64 d3, d3, d4; add.s64 d3, d3, 512; add.s32 r9, r9, -1; setp.ne.s32 p0, r9, 0; @p0 bra L;",
      { 1, 1 },
      { 1, 1 },
      5,
      false,
      0,
      false },
    { "a row for each thread",
      "mul.lo.s32 r8, r6, 64; mul.wide.s32 d2, r8, 4; add.s64 d3, d0, d2; mov.u32 r11, 0;\nL: ld.global.u32 r10, [d3]; st.global.u32 [d3], r10; add.s64 d3, d3, 4; add.s32 r11, r11, 1; setp.lt.s32 p0, r11, r9; @p0 bra L;",
      { 2, 1 },
      { 64, 1 },
      64,
      false,
      1,
      false },
    { "a row for each thread, into the next",
      "mul.lo.s32 r8, r6, 64; mul.wide.s32 d2, r8, 4; add.s64 d3, d0, d2; mov.u32 r11, 0;\nL: st.global.u32 [d3], r6; add.s64 d3, d3, 4; add.s32 r11, r11, 1; setp.le.s32 p0, r11, r9; @p0 bra L;",
      { 2, 1 },
      { 64, 1 },
      64,
      false,
      0,
      true },
    { "a row for each thread, by an index that counts down",
      "mul.lo.s32 r8, r6, 64; mov.u32 r11, 63;\nL: add.s32 r12, r8, r11; mul.wide.s32 d2, r12, 4; add.s64 d3, d0, d2; st.global.u32 [d3], r10; add.s32 r11, r11, -1; setp.ge.s32 p0, r11, 0; @p0 bra L;",
      { 2, 1 },
      { 64, 1 },
      0,
      false,
      1,
      false },
    { "a row for each thread, four at a time",
      "mul.lo.s32 r8, r6, 64; mov.u32 r11, 0;\nL: add.s32 r12, r8, r11; mul.wide.s32 d2, r12, 4; add.s64 d3, d0, d2; st.global.u32 [d3], r10; st.global.u32 [d3+12], r10; add.s32 r11, r11, 4; setp.ne.s32 p0, r11, 64; @p0 bra L;",
      { 2, 1 },
      { 64, 1 },
      0,
      false,
      1,
      false },
    { "the index behind its step",
      "mul.lo.s32 r8, r6, 64; mov.u32 r11, 0;\nL: add.s32 r11, r11, 1; add.s32 r12, r8, r11; mul.wide.s32 d2, r12, 4; add.s64 d3, d0, d2; st.global.u32 [d3], r6; ld.global.u32 r10, [d3+-4]; setp.ne.s32 p0, r11, 64; @p0 bra L;",
      { 2, 1 },
      { 64, 1 },
      0,
      false,
      0,
      true },
    { "a loop that is begun again without its beginning",
      "mul.lo.s32 r8, r6, 64; mov.u32 r11, 0; mov.u32 r13, 0;\nM: mov.u32 r14, 0;\nL: add.s32 r12, r8, r11; mul.wide.s32 d2, r12, 4; add.s64 d3, d0, d2; st.global.u32 [d3], r6; add.s32 r11, r11, 4; add.s32 r14, r14, 4; setp.ne.s32 p0, r14, 64; @p0 bra L; add.s32 r13, r13, 1; setp.ne.s32 p0, r13, 2; @p0 bra M;",
      { 2, 1 },
      { 64, 1 },
      0,
      false,
      0,
      true },
    { "rows of some threads, which others may count as well",
      "setp.ge.u32 p0, r6, r9; @p0 bra E;\nN: shl.b32 r8, r6, 24; cvt.s64.s32 d2, r8; shr.s64 d2, d2, 18; add.s64 d3, d0, d2; st.global.u32 [d3], r6;\nE:",
      { 2, 1 },
      { 64, 1 },
      10,
      false,
      0,
      false },
    { "row and column, by a guard",
      "setp.ge.s32 p0, r6, r9; @p0 bra E; " TILE "st.global.u32 [d3], r7;\nE:",
      { 2, 2 },
      { 16, 4 },
      31,
      false,
      1,
      false },
    { "row and column, by two guards in one",
      "setp.ge.u32 p0, r6, r9; setp.gt.u32 p1, r7, 5; or.pred p2, p0, p1; @p2 bra E; " TILE
      "st.global.u32 [d3], r7;\nE:",
      { 2, 2 },
      { 16, 4 },
      20,
      false,
      1,
      false },
    { "a guard that says less",
      "setp.gt.s32 p0, r6, r9; @p0 bra E; " TILE "st.global.u32 [d3], r7;\nE:",
      { 2, 2 },
      { 16, 4 },
      30,
      false,
      0,
      true },
    { "one of two guards",
      "setp.ge.u32 p0, r6, r9; setp.gt.u32 p1, r7, 5; and.pred p2, p0, p1; @p2 bra E; " TILE
      "st.global.u32 [d3], r7;\nE:",
      { 2, 2 },
      { 16, 4 },
      20,
      false,
      0,
      true },
    { "a guard of some accesses",
      TILE
      "st.global.u32 [d3], r7; setp.ge.s32 p0, r6, r9; @p0 bra E; ld.global.u32 r10, [d3];\nE:",
      { 2, 2 },
      { 16, 4 },
      31,
      false,
      0,
      true },
    { "a guard around which others go",
      "setp.eq.s32 p1, r7, 3; @p1 bra M; setp.ge.s32 p0, r6, r9; @p0 bra E;\nM: " TILE
      "st.global.u32 [d3], r7;\nE:",
      { 2, 2 },
      { 16, 4 },
      31,
      false,
      0,
      true },
    { "columns of a row, by a guard",
      "setp.ge.s32 p0, r6, r9; @p0 bra E; " TILE
      "st.global.u32 [d3], r7; st.global.u32 [d3+2480], r7; ld.global.u32 r10, [d3+2480];\nE:",
      { 2, 2 },
      { 16, 4 },
      31,
      false,
      1,
      false },
    { "one of two, by a guard",
      "setp.gt.u32 p0, r0, 3; mov.u32 r8, r6; @p0 mov.u32 r8, 7; mul.wide.u32 d2, r8, 4; add.s64 d3, d0, d2; st.global.u32 [d3], r6;",
      { 2, 1 },
      { 64, 1 },
      0,
      false,
      0,
      true },
    { "volatile", ROW "st.volatile.global.u32 [d3], r0;", { 4, 1 }, { 64, 1 }, 0, false, 0, false },
    { "atomic", ROW "atom.global.add.u32 r10, [d3], 1;", { 4, 1 }, { 64, 1 }, 0, false, 0, false },
    { "fence", ROW "st.global.u32 [d3], r0; membar.gl;", { 4, 1 }, { 64, 1 }, 0, false, 0, false },
    { "variable of the module",
      ROW "st.global.u32 [d3], r0; ld.global.u32 r10, [word];",
      { 4, 1 },
      { 64, 1 },
      0,
      false,
      1,
      false },
};

TEST(known_kernels)
{
    for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
        const struct known *x = &kernels[k];
        uint64_t apart = launch(x->body, x->grid, x->block, x->n, x->same);
        if (apart != x->apart || (races > 0) != x->race)
            fprintf(stderr, "%s: apart %llx, %u races\n", x->name, (unsigned long long)apart,
                    races);
        CHECK_INT(apart, x->apart);
        CHECK_INT(races > 0, x->race);
    }
}

/* Launches of one program that are like the one before, or differ from it. */
TEST(launches_in_turn)
{
    static const struct {
        uint32_t grid, block, n;
        uint64_t apart;
    } turns[] = { { 2, 16, 32, 1 }, { 2, 16, 32, 1 }, { 2, 16, 31, 0 }, { 2, 16, 31, 0 },
                  { 2, 16, 32, 1 }, { 3, 16, 32, 0 }, { 2, 32, 32, 0 }, { 2, 16, 32, 1 } };
    static struct run r;
    char text[8192];
    int size = snprintf(text, sizeof text, "%s%s\nret; }\n", HEAD, TILE "st.global.u32 [d3], r7;");
    CHECK_INT(run_load_text(&r, text, (size_t)size, NULL), 0);
    uint32_t *y = run_array(&r, WORDS * 4), *x = run_array(&r, WORDS * 4);
    r.env.belongs = belongs;
    r.env.race = count_race;
    r.env.watch_races = true;
    for (size_t k = 0; k < sizeof turns / sizeof *turns; k++) {
        struct iq_ptx_launch *l;
        r.param_size = 0;
        ARG(&r, uint32_t *, y);
        ARG(&r, uint32_t *, x);
        ARG(&r, uint32_t, turns[k].n);
        struct iq_ptx_launch_desc desc = { .image = r.image,
                                           .kernel = iq_ptx_module_kernel(r.module, "k"),
                                           .grid = { turns[k].grid, 2, 1 },
                                           .block = { turns[k].block, 4, 1 },
                                           .params = r.params,
                                           .env = &r.env };
        CHECK_INT(iq_ptx_launch_create(&desc, &l), 0);
        CHECK_INT(l->apart, turns[k].apart);
        iq_ptx_launch_destroy(l);
    }
    run_finish(&r);
}

/* Memory that is for atomic operations alone; orderless: nothing else could race. */
TEST(atomic_operations)
{
#define SUM "atom.global.add.u32 r10, [d0], 1; "
    static const struct {
        const char *name, *body;
        bool same;
        uint64_t atomic;
        bool orderless, race;
    } cases[] = {
        { "all to one word", SUM, false, 1, true, false },
        { "without a result", "red.global.add.u32 [d0], 1;", false, 1, true, false },
        { "of the block", "atom.global.cta.add.u32 r10, [d0], 1;", false, 0, false, true },
        { "releasing", "atom.global.release.gpu.add.u32 r10, [d0], 1;", false, 1, false, false },
        { "read, too", SUM "ld.global.u32 r11, [d0];", false, 0, false, false },
        { "written, too", SUM "st.global.u32 [d0], r6;", false, 0, false, true },
        { "behind a fence", "membar.gl; " SUM, false, 0, false, false },
        { "what is read elsewhere", "ld.global.u32 r11, [d1]; " SUM, false, 1, true, false },
        { "what is read there", "ld.global.u32 r11, [d1]; " SUM, true, 1, false, false },
        { "what is kept apart",
          "mul.wide.s32 d2, r6, 4; add.s64 d3, d1, d2; st.global.u32 [d3], r6; " SUM, false, 1,
          true, false },
        { "what all write", "st.global.u32 [d1], r6; " SUM, false, 1, false, true },
        { "a variable", SUM "ld.global.u32 r11, [word];", false, 1, false, false },
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        launch(cases[k].body, (uint32_t[]){ 4, 1 }, (uint32_t[]){ 64, 1 }, 0, cases[k].same);
        if (atomic != cases[k].atomic || orderless != cases[k].orderless ||
            (races > 0) != cases[k].race)
            fprintf(stderr, "%s: atomic %llx, orderless %d, %u races\n", cases[k].name,
                    (unsigned long long)atomic, orderless, races);
        CHECK_INT(atomic, cases[k].atomic);
        CHECK_INT(orderless, cases[k].orderless);
        CHECK_INT(races > 0, cases[k].race);
    }
}

/* ---- random ones ---- */

static uint64_t seed = 1;
static uint32_t random_below(uint32_t n)
{
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    return (uint32_t)(seed >> 33) % n;
}

/* Registers of four bytes in use: r0 to r10, then new ones; constants that meet at borders. */
static void random_operand(char *to, size_t room, uint32_t registers)
{
    static const char *const numbers[] = { "0",  "1",  "2",    "3",          "4",         "8",
                                           "16", "64", "1024", "-1",         "-64",       "65536",
                                           "12", "31", "32",   "2147483647", "1073741824" };
    if (random_below(3) == 0)
        snprintf(to, room, "%s", numbers[random_below(sizeof numbers / sizeof *numbers)]);
    else
        snprintf(to, room, "r%u", random_below(registers));
}

/* Some threads go to the end. */
static size_t random_guard(char *to, size_t room, uint32_t number, uint32_t registers)
{
    static const char *const relations[] = { "lt", "le", "gt", "ge", "eq" };
    return (size_t)snprintf(to, room, "setp.%s.%s32 p%u, r%u, %u; @%sp%u bra E; ",
                            relations[random_below(5)], random_below(2) ? "s" : "u", number,
                            random_below(3) ? 6 + random_below(2) : random_below(registers),
                            random_below(150), random_below(3) ? "" : "!", number);
}

/* A loop around what follows, which r30 or d30 counts from an index on; the rest of it. */
static size_t random_loop(char *to, size_t room, uint32_t index, bool wide, char *rest,
                          size_t rest_room)
{
    static const uint32_t steps[] = { 1, 16, 32, 64, 96, 128, 1024, 4096, 3000, 1 << 30 };
    uint32_t step = random_below(3) ? steps[random_below(10)] : random_below(400);
    static const char *const ends[] = {
        "add.s32 r32, r32, 1; setp.ne.s32 p3, r32, %u; @p3 bra L; ",
        "add.s32 r32, r32, 2; setp.lt.u32 p3, r32, %u; @p3 bra L; ",
        "add.s32 r32, r32, 1; setp.gt.s32 p3, r32, %u; @!p3 bra L; ",
        "add.s32 r32, r32, 1; setp.ge.s32 p3, %u, r32; @p3 bra L; "
    };
    char end[100];
    snprintf(end, sizeof end, ends[random_below(4)], 1 + random_below(4));
    snprintf(rest, rest_room, "add.s%u %c30, %c30, %d; %s", wide ? 64 : 32, wide ? 'd' : 'r',
             wide ? 'd' : 'r', random_below(4) ? (int)step : -(int)step, end);
    if (wide)
        return (size_t)snprintf(to, room, "cvt.u64.u32 d30, r%u; mov.u32 r32, 0;\nL: ", index);
    return (size_t)snprintf(to, room, "mov.u32 r30, r%u; mov.u32 r32, 0;\nL: ", index);
}

static void random_body(char *body, size_t room)
{
    uint32_t registers = 11, steps = random_below(4), guards = random_below(3);
    size_t at = (size_t)snprintf(body, room, "mad.lo.s32 r10, r7, r%u, r6; ", random_below(10));
    char rest[160] = "";
    char a[16], b[16], c[16];
    for (uint32_t k = 0; k < steps; k++, registers++) {
        random_operand(a, sizeof a, registers);
        random_operand(b, sizeof b, registers);
        random_operand(c, sizeof c, registers);
        switch (random_below(5)) {
        case 0:
            at += (size_t)snprintf(body + at, room - at, "add.s32 r%u, %s, %s; ", registers, a, b);
            break;
        case 1:
            at += (size_t)snprintf(body + at, room - at, "sub.s32 r%u, %s, %s; ", registers, a, b);
            break;
        case 2:
            at +=
                (size_t)snprintf(body + at, room - at, "mul.lo.s32 r%u, %s, %s; ", registers, a, b);
            break;
        case 3:
            at += (size_t)snprintf(body + at, room - at, "shl.b32 r%u, %s, %u; ", registers, a,
                                   random_below(8));
            break;
        default:
            at += (size_t)snprintf(body + at, room - at, "mad.lo.s32 r%u, %s, %s, %s; ", registers,
                                   a, b, c);
            break;
        }
    }
    const char *sign = random_below(2) ? "s" : "u";
    uint32_t index = random_below(2)            ? 10
                     : steps && random_below(4) ? registers - 1
                                                : random_below(registers),
             scale = 4u << random_below(3), loop = random_below(3);
    for (uint32_t k = 0; k < guards; k++)
        at += random_guard(body + at, room - at, k, registers);
    if (loop)
        at += random_loop(body + at, room - at, index, loop == 2, rest, sizeof rest);
    index = loop ? 30 : index;
    switch (loop == 2 ? 3 : random_below(3)) {
    case 3: at += (size_t)snprintf(body + at, room - at, "mul.lo.s64 d2, d30, %u; ", scale); break;
    case 0:
        at += (size_t)snprintf(body + at, room - at, "mul.wide.%s32 d2, r%u, %u; ", sign, index,
                               scale);
        break;
    case 1:
        at +=
            (size_t)snprintf(body + at, room - at, "cvt.%s64.%s32 d5, r%u; mul.lo.s64 d2, d5, %u; ",
                             sign, sign, index, scale);
        break;
    default:
        at += (size_t)snprintf(body + at, room - at, "cvt.%s64.%s32 d5, r%u; shl.b64 d2, d5, 2; ",
                               sign, sign, index);
        break;
    }
    at += (size_t)snprintf(body + at, room - at, "%s.s64 d3, d0, d2; st.global.u32 [d3+%u], r0; ",
                           random_below(4) ? "add" : "sub", 4 * random_below(3));
    if (random_below(3) == 0)
        at += (size_t)snprintf(body + at, room - at, "ld.global.u32 r39, [d3+%u];",
                               4 * (random_below(4) ? random_below(4) : random_below(200)));
    snprintf(body + at, room - at, "%s\nE:", rest);
}

static int by_address(const void *a, const void *b)
{
    uint64_t x = ((const struct used *)a)->address, y = ((const struct used *)b)->address;
    return x < y ? -1 : x > y;
}

/* Do two threads have a byte in common? */
static bool meet(void)
{
    qsort(used, used_count, sizeof *used, by_address);
    for (uint32_t k = 1; k < used_count; k++)
        for (uint32_t n = k; n-- > 0 && used[n].address + 16 > used[k].address;)
            if (used[n].thread != used[k].thread &&
                used[n].address + used[n].size > used[k].address)
                return true;
    return false;
}

TEST(random_addresses)
{
    enum { ROUNDS = REPEATS(6000) };
    uint32_t said = 0, missed = 0;
    char body[2048];
    for (uint32_t k = 0; k < ROUNDS; k++) {
        uint32_t grid[2] = { 1 + random_below(4), 1 + random_below(3) },
                 block[2] = { 1 + random_below(40), 1 + random_below(3) };
        random_body(body, sizeof body);
        uint64_t apart = launch(body, grid, block, 1 + random_below(200), false);
        bool met = meet();
        if (apart & 1 && met)
            fprintf(stderr, "grid %u %u, block %u %u: %s\n", grid[0], grid[1], block[0], block[1],
                    body);
        CHECK(!(apart & 1 && met));
        said += apart & 1;
        missed += !(apart & 1) && !met;
    }
    printf("%u of %u apart, %u not recognised\n", said, ROUNDS, missed);
    CHECK(said > ROUNDS / 40);
}
