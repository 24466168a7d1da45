// link: instrument ptx
/* Instrumented kernels on the interpreter, which faults on whatever leaves an array: the accesses
 * that are wrong are left out and noted, all others are as they were. */
#include "instrument/instrument.h"

#include "base/errors.h"
#include "base/str.h"
#include "ptx_run.h"

#define HEAD ".version 8.0\n.target sm_90\n.address_size 64\n"
#define KERNEL(body) KERNEL_WITH("", "", body)
/* With functions in front of it, and variables of its own. */
#define KERNEL_WITH(functions, variables, body) \
    KERNEL_START_WITH(functions, variables) body "\nret;\n}\n"
#define KERNEL_START KERNEL_START_WITH("", "")
#define KERNEL_START_WITH(functions, variables)                                          \
    HEAD ".global .align 4 .b8 table[40];\n" functions                                   \
         ".visible .entry k(.param .u64 a, .param .u64 b, .param .u32 n)\n{\n" variables \
         ".reg .b16 %h<9>; .reg .b32 %r<20>; .reg .b64 %d<20>; .reg .pred %p<9>;\n"      \
         ".reg .f32 %f<9>;\n"                                                            \
         "ld.param.u64 %d1, [a]; ld.param.u64 %d2, [b]; ld.param.u32 %r2, [n];\n"        \
         "mov.u32 %r1, %tid.x;\n"
/* %d3: element %tid.x of a, %d4: element %tid.x + n of b */
#define ELEMENTS                                                                \
    "mul.wide.u32 %d5, %r1, 4; add.s64 %d3, %d1, %d5; add.s32 %r3, %r1, %r2;\n" \
    "mul.wide.s32 %d6, %r3, 4; add.s64 %d4, %d2, %d6;\n"

enum { ELEMENTS_MAX = 32, BYTES = 4 * ELEMENTS_MAX };

static struct run r;
static struct iq_instrumented code;
static uint32_t *a, *b;
static struct iq_instrument_record *records;
static struct row {
    uint64_t base, size;
} * rows;
static uint32_t row_count;
static uint64_t skew;   /* bytes that the argument a is moved by */
static uint8_t *shadow; /* of a; NULL: it is not watched */
static uint32_t may;    /* what may be done with a: IQ_INSTRUMENT_NEEDS_* */

/* Of the test before, and of the last one. */
__attribute__((destructor)) static void end(void)
{
    iq_instrumented_finish(&code);
    if (r.module)
        run_finish(&r);
    r.module = NULL;
}

static void load_for(unsigned checks, const char *text, const struct iq_instrument_cap *caps,
                     uint32_t cap_count)
{
    struct iq_ptx_diag diag = { 0 };
    const char *why = "";
    end();
    if (iq_instrument(text, strlen(text), checks, caps, cap_count, &code, &why)) {
        fprintf(stderr, "not instrumented: %s\n", why);
        exit(1);
    }
    if (run_load_text(&r, code.text, code.size, &diag)) {
        fprintf(stderr, "%s\n%s\n", code.text, iq_ptx_diag_format(&diag, "test"));
        exit(1);
    }
    a = run_array(&r, BYTES);
    b = run_array(&r, BYTES);
    records =
        (struct iq_instrument_record *)run_array(&r, (code.site_count + 1) * sizeof *records) + 1;
    rows = run_array(&r, 8 * sizeof *rows);
    row_count = 0;
    shadow = NULL;
    skew = 0;
    may = UINT32_MAX;
    for (uint32_t i = 0; i < ELEMENTS_MAX; i++) {
        a[i] = 1000 + i;
        b[i] = 2000 + i;
    }
}

static void load(const char *text, const struct iq_instrument_cap *caps, uint32_t cap_count)
{
    load_for(0, text, caps, cap_count);
}

/* IQ_WORD_SHADOW of a; .shadow[k / 8] has the bit of its byte k, where it begins at 32 bytes. */
static uint64_t shadow_word(uint64_t base)
{
    return shadow && base == (uint64_t)(uintptr_t)a ? (uint64_t)(uintptr_t)shadow - base / 32 * 4
                                                    : 0;
}

/* Launches the kernel with [n], as the guest does: number [launch]. */
static bool launch_with(uint32_t threads, int32_t n, uint64_t number, uint32_t shared_bytes)
{
    const struct iq_instrument_kernel *kernel = &code.kernels[0];
    static const struct iq_instrument_root none;
    ARG(&r, void *, (char *)a + skew);
    ARG(&r, void *, b);
    ARG(&r, int32_t, n);
    for (uint32_t i = 0; i < kernel->word_count; i++) {
        const struct iq_instrument_word *w = &kernel->words[i];
        uint64_t base =
            (uint64_t)(uintptr_t)((kernel->root_count ? &kernel->roots[w->root] : &none)->offset
                                      ? b
                                      : a);
        ARG(&r, uint64_t,
            w->kind == IQ_WORD_RECORDS  ? (uint64_t)(uintptr_t)records
            : w->kind == IQ_WORD_LAUNCH ? number
            : w->kind == IQ_WORD_TABLE  ? (uint64_t)(uintptr_t)rows
            : w->kind == IQ_WORD_COUNT  ? row_count
            : w->kind == IQ_WORD_SHADOW ? shadow_word(base)
            : w->kind == IQ_WORD_BASE   ? base - (uint64_t)w->displacement
            : base == (uint64_t)(uintptr_t)a && (w->needs & may) != w->needs ? 0
            : w->alignment && (base == (uint64_t)(uintptr_t)a ? skew : 0) % w->alignment
                ? 0
                : BYTES - w->bytes + 1);
    }
    return run_kernel(&r, "k", 1, threads, shared_bytes);
}

static bool launch(uint32_t threads, int32_t n, uint64_t number)
{
    return launch_with(threads, n, number, 0);
}

static uint32_t recorded(void)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < code.site_count; i++)
        count += records[i].seal != 0;
    return count;
}

static bool is_sealed(const struct iq_instrument_record *record)
{
    return record->seal == (IQ_INSTRUMENT_SEAL ^ record->address ^ record->launch ^ record->base);
}

#define COPY ELEMENTS "ld.global.u32 %r4, [%d3]; st.global.u32 [%d4], %r4;"

TEST(what_is_in_bounds_is_as_before)
{
    load(KERNEL(COPY), NULL, 0);
    CHECK_INT(code.kernels[0].accesses, 2);
    CHECK_INT(code.kernels[0].checked, 2);
    CHECK_INT(code.kernels[0].parameter_count, 3);
    CHECK_INT(code.kernels[0].hidden_offset, 24);
    CHECK(launch(32, 0, 7));
    for (int i = 0; i < 32; i++)
        CHECK_INT(b[i], 1000 + i);
    CHECK_INT(recorded(), 0);
}

TEST(a_store_out_of_bounds_is_left_out_and_noted)
{
    load(KERNEL(COPY), NULL, 0);
    CHECK(launch(32, 1, 7)); /* thread 31 stores behind the end */
    CHECK_INT(b[0], 2000);
    CHECK_INT(b[31], 1030);
    CHECK_INT(recorded(), 1);
    const struct iq_instrument_record *record = &records[1];
    CHECK(is_sealed(record));
    CHECK_INT(record->address, (uint64_t)(uintptr_t)(b + 32));
    CHECK_INT(record->base, (uint64_t)(uintptr_t)b);
    CHECK_INT(record->launch, 7);
    CHECK_INT(record->thread[0], 31);
    CHECK_INT(record->block[0], 0);
    CHECK_INT(code.sites[1].bytes, 4);
    CHECK(code.sites[1].is_write && !code.sites[0].is_write);
    CHECK_STR(code.kernels[0].roots[code.sites[1].roots[0]].name, "b");
    CHECK(records[-1].seal); /* tells the host to look */
}

TEST(in_front_of_the_memory_is_out_of_bounds_too)
{
    load(KERNEL(COPY), NULL, 0);
    CHECK(launch(32, -1, 1));
    CHECK_INT(records[1].address, (uint64_t)(uintptr_t)(b - 1));
    CHECK_INT(records[1].thread[0], 0);
    CHECK_INT(b[30], 1031);
}

TEST(a_record_stays_until_the_host_has_read_it)
{
    load(KERNEL(COPY), NULL, 0);
    CHECK(launch(32, 1, 1) && launch(32, 2, 2));
    CHECK_INT(records[1].launch, 1);
    records[1].seal = 0;
    CHECK(launch(32, 2, 2)); /* the same launch: noted already */
    CHECK_INT(records[1].seal, 0);
    CHECK(launch(32, 3, 3));
    CHECK_INT(records[1].launch, 3);
}

TEST(a_load_out_of_bounds_gives_zero)
{
    load(KERNEL(ELEMENTS "mov.u32 %r4, 77; ld.global.u32 %r4, [%d4]; st.global.u32 [%d3], %r4;"),
         NULL, 0);
    CHECK(launch(32, 8, 1));
    CHECK_INT(a[0], 2008);
    CHECK_INT(a[23], 2031);
    CHECK_INT(a[24], 0);
    CHECK_INT(a[31], 0);
}

TEST(vectors_displacements_and_narrow_types)
{
    load(KERNEL("ld.global.v4.u32 {%r4, %r5, %r6, %r7}, [%d1+112]; st.global.u32 [%d2], %r7;\n"
                "ld.global.v2.u32 {%r4, %r5}, [%d1+124]; st.global.u32 [%d2+4], %r4;\n"
                "ld.global.u8 %h1, [%d1+128]; cvt.u32.u16 %r8, %h1; st.global.u32 [%d2+8], %r8;\n"
                "st.global.u32 [%d2+-4], %r4;"),
         NULL, 0);
    CHECK(launch(1, 0, 1));
    CHECK_INT(b[0], 1031);
    CHECK_INT(b[1], 0);
    CHECK_INT(b[2], 0);
    CHECK_INT(recorded(), 3);
    CHECK_INT(records[2].address, (uint64_t)(uintptr_t)a + 124);
    CHECK_INT(code.sites[2].bytes, 8);
}

TEST(guards_stay)
{
    load(KERNEL(ELEMENTS "setp.lt.u32 %p1, %r1, 4; mov.u32 %r4, 5;\n"
                         "@%p1 st.global.u32 [%d4], %r4; @!%p1 st.global.u32 [%d3], %r4;\n"
                         "@%p1 ld.global.u32 %r4, [%d4]; st.global.u32 [%d3], %r4;"),
         NULL, 0);
    CHECK(launch(32, 30, 1));
    CHECK_INT(b[30], 5);
    CHECK_INT(b[29], 2029);
    CHECK_INT(a[0], 5);
    CHECK_INT(a[2], 0); /* thread 2 loaded from behind the end */
    CHECK_INT(a[31], 5);
    CHECK_INT(recorded(), 1); /* the load shares the test of the first store */
    CHECK_INT(records[0].thread[0], 2);
}

TEST(atomics_are_left_out)
{
    load(KERNEL(ELEMENTS "atom.global.add.u32 %r4, [%d4], 1; red.global.add.u32 [%d4], 1;\n"
                         "st.global.u32 [%d3], %r4;"),
         NULL, 0);
    CHECK(launch(32, 31, 1));
    CHECK_INT(b[31], 2033);
    CHECK_INT(a[0], 2031);
    CHECK_INT(a[1], 0);
    CHECK(code.sites[0].is_atomic && code.sites[0].is_write);
}

TEST(a_pointer_of_two_arguments_may_go_to_either)
{
    load(KERNEL("setp.eq.u32 %p1, %r1, 0; selp.b64 %d3, %d1, %d2, %p1;\n"
                "mul.wide.s32 %d4, %r2, 4; add.s64 %d5, %d3, %d4;\n"
                "@%p1 st.global.u32 [%d5], %r1; st.global.u32 [%d5], %r1;"),
         NULL, 0);
    CHECK_INT(code.sites[0].root_count, 2);
    CHECK(launch(2, 3, 1));
    CHECK_INT(a[3], 0);
    CHECK_INT(b[3], 1);
    CHECK_INT(recorded(), 0);
    CHECK(launch(2, 1 << 20, 2));
    CHECK_INT(recorded(), 2);
}

TEST(accesses_in_scopes_of_inline_assembly)
{
    load(KERNEL(ELEMENTS "{ .reg .b64 x; .reg .pred q; setp.ge.u32 q, %r1, 2; add.s64 x, %d4, 4;\n"
                         "@q st.global.u32 [x], %r1; }\n"
                         "{ .reg .pred p; setp.eq.u32 p, %r1, 0; @p bra over;\n"
                         "st.global.u32 [%d3], %r1; over: }"),
         NULL, 0);
    CHECK_INT(code.kernels[0].accesses, 2);
    CHECK_INT(code.kernels[0].checked, 1); /* not where the scope branches */
    CHECK(launch(32, 0, 1));
    CHECK_INT(b[2], 2002);
    CHECK_INT(b[3], 2);
    CHECK_INT(records[0].thread[0], 31);
    CHECK_INT(records[0].address, (uint64_t)(uintptr_t)(b + 32));
}

TEST(loops_and_barriers_end_segments)
{
    load(KERNEL(ELEMENTS "mov.u32 %r5, 0;\nagain: ld.global.u32 %r4, [%d4]; add.s64 %d4, %d4, 4;\n"
                         "add.u32 %r5, %r5, 1; setp.lt.u32 %p1, %r5, 3; @%p1 bra again;\n"
                         "bar.sync 0; st.global.u32 [%d3], %r4;"),
         NULL, 0);
    CHECK(launch(32, 0, 1));
    CHECK_INT(a[29], 2031);
    CHECK_INT(a[30], 0);
    CHECK_INT(recorded(), 1);
}

static uint32_t count_of(const char *what)
{
    uint32_t count = 0;
    for (const char *at = code.text; (at = strstr(at, what)); at++)
        count++;
    return count;
}

TEST(one_test_stands_for_a_row_of_accesses)
{
    load(KERNEL(ELEMENTS "ld.global.u32 %r4, [%d3+-4]; ld.global.u32 %r5, [%d3];\n"
                         "add.s64 %d7, %d3, 8; ld.global.u32 %r6, [%d7+-4];\n"
                         "add.u32 %r7, %r4, %r5; add.u32 %r7, %r7, %r6;\n"
                         "st.global.u32 [%d4], %r7;"),
         NULL, 0);
    CHECK_INT(count_of("bra $iq_a"), 1);
    CHECK_INT(count_of("setp.ge"), 2 + 4); /* for a and b; out of line for each access */
    CHECK(launch(32, 0, 1));
    CHECK_INT(b[0], 2001); /* the three loads are told apart */
    CHECK_INT(b[1], 3003);
    CHECK_INT(b[31], 2061);
    CHECK_INT(recorded(), 2);
    CHECK_INT(records[0].address, (uint64_t)(uintptr_t)(a - 1));
    CHECK_INT(records[0].thread[0], 0);
    CHECK_INT(records[2].address, (uint64_t)(uintptr_t)(a + 32));
    CHECK_INT(records[2].thread[0], 31);
}

TEST(addresses_are_computed_ahead)
{
    load(KERNEL("ld.global.u32 %r4, [%d1]; mul.wide.u32 %d5, %r1, 4; add.s64 %d3, %d2, %d5;\n"
                "mov.u32 %r5, %r2; shl.b32 %r5, %r5, 2; cvt.s64.s32 %d6, %r5;\n"
                "add.s64 %d3, %d3, %d6; st.global.u32 [%d3], %r4;\n"
                "setp.eq.u32 %p1, %r1, 99;\n"
                "add.s64 %d3, %d3, 4; @%p1 st.global.u32 [%d3], %r4;"),
         NULL, 0);
    CHECK_INT(count_of("bra $iq_a"), 2); /* the guard is not */
    CHECK(launch(32, 1, 1));
    CHECK_INT(b[0], 2000);
    CHECK_INT(b[31], 1000);
    CHECK_INT(recorded(), 1);
    CHECK_INT(records[1].address, (uint64_t)(uintptr_t)(b + 32));
}

TEST(addresses_out_of_memory_are_tested_behind_their_loads)
{
    load(KERNEL("mul.wide.u32 %d5, %r1, 4; add.s64 %d3, %d1, %d5; ld.global.u32 %r4, [%d3];\n"
                "add.u32 %r4, %r4, -1000; add.u32 %r4, %r4, %r2; mul.wide.s32 %d6, %r4, 4;\n"
                "add.s64 %d4, %d2, %d6; st.global.u32 [%d4], %r1;\n"
                "setp.eq.u32 %p1, %r4, 8; @%p1 st.global.u32 [%d2], %r1;"),
         NULL, 0);
    CHECK_INT(count_of("bra $iq_a"), 3);
    CHECK(launch(32, 8, 1));
    CHECK_INT(b[8], 2008 - 2008);
    CHECK_INT(b[31], 23);
    CHECK_INT(recorded(), 1);
    CHECK_INT(records[1].thread[0], 24);
}

TEST(nothing_that_needs_all_lanes_is_copied)
{
    load(KERNEL(ELEMENTS "ld.global.u32 %r4, [%d3]; bar.sync 0; st.global.u32 [%d4], %r4;\n"
                         "shfl.sync.idx.b32 %r5, %r4, 0, 31, -1; st.global.u32 [%d3], %r5;"),
         NULL, 0);
    CHECK_INT(count_of("bar.sync"), 1);
    CHECK_INT(count_of("shfl.sync"), 1);
    CHECK(launch(32, 1, 1));
    CHECK_INT(recorded(), 1);
    CHECK_INT(a[31], 1000);
}

TEST(arguments_that_are_not_aligned)
{
    load(KERNEL("mul.wide.u32 %d5, %r1, 8; add.s64 %d3, %d1, %d5; ld.global.u64 %d6, [%d3+8];\n"
                "ld.global.u8 %h1, [%d1]; st.global.u64 [%d2], %d6;"),
         NULL, 0);
    CHECK_INT(count_of("and.b32"), 0); /* the host knows */
    CHECK(launch(1, 0, 1));
    CHECK_INT(recorded(), 0);
    skew = 4;
    CHECK(launch(1, 0, 2));
    CHECK_INT(recorded(), 1);
    CHECK_INT(records[0].address, (uint64_t)(uintptr_t)a + 12);
    CHECK_INT(code.sites[0].alignment, 8);
    CHECK_INT(b[0], 0);
}

TEST(offsets_that_are_not_aligned)
{
    load(KERNEL("cvt.u64.u32 %d5, %r2; add.s64 %d3, %d1, %d5; setp.eq.u32 %p1, %r1, 1;\n"
                "ld.global.u32 %r4, [%d3]; ld.global.u16 %h1, [%d3+8];\n"
                "@%p1 ld.global.v2.u32 {%r5, %r6}, [%d3+4]; st.global.u32 [%d2], %r4;"),
         NULL, 0);
    CHECK(launch(1, 4, 1));
    CHECK_INT(recorded(), 0);
    CHECK_INT(b[0], 1001);
    CHECK(launch(2, 2, 2));
    CHECK_INT(recorded(), 2);
    CHECK_INT(records[0].address, (uint64_t)(uintptr_t)a + 2);
    CHECK_INT(records[2].address, (uint64_t)(uintptr_t)a + 6);
    CHECK_INT(records[2].thread[0], 1);
    CHECK_INT(b[0], 0);
}

TEST(shared_variables_that_are_not_aligned)
{
    load(KERNEL_WITH("", ".shared .align 4 .b8 s[64];\n",
                     "mov.u32 %r5, s; add.s32 %r6, %r5, %r2; st.shared.u32 [%r6], %r1;\n"
                     "and.b32 %r7, %r6, -4; ld.shared.u32 %r8, [%r7];\n"
                     "st.global.u32 [%d1], %r8;"),
         NULL, 0);
    CHECK(launch(1, 4, 1));
    CHECK_INT(recorded(), 0);
    CHECK(launch(1, 6, 2));
    CHECK_INT(recorded(), 1);
}

TEST(addresses_are_multiples_of_what_is_accessed)
{
    load_for(0,
             KERNEL("add.s64 %d3, %d1, 4; add.s32 %r3, %r2, 1; setp.eq.u32 %p1, %r2, 0;\n"
                    "ld.global.v2.u32 {%r4, %r5}, [%d3];\n" /* behind one element of four bytes */
                    "@%p1 st.global.u32 [%d2+2], %r3;\n"
                    "@!%p1 st.global.u32 [%d2+6], %r3;\n" /* not carried out */
                    "st.global.u32 [%d2+8], %r5;\nst.global.u32 [%d2+12], %r3;\n"
                    "st.global.u8 [%d2+17], %r3;\n"),
             NULL, 0);
    CHECK(launch(1, 0, 1));
    CHECK_INT(recorded(), 2);
    CHECK_INT(records[0].address - (uint64_t)(uintptr_t)a, 4);
    CHECK_INT(records[1].address - (uint64_t)(uintptr_t)b, 2);
    CHECK_INT(code.sites[0].alignment, 8);
    CHECK_INT(code.sites[1].alignment, 4);
    CHECK_INT(b[0], 2000); /* left out */
    CHECK_INT(b[1], 2001);
    CHECK_INT(b[2], 0);
    CHECK_INT(b[3], 1);
    CHECK_INT(b[4], (2004 & ~0xff00) | 1 << 8);
}

TEST(what_is_masked_is_aligned)
{
    load(KERNEL("and.b64 %d3, %d1, -8; ld.global.u32 %r4, [%d3+8]; st.global.u32 [%d2], %r4;\n"
                "mul.lo.s64 %d5, %d1, 4; sub.s64 %d6, %d2, %d5; add.s64 %d6, %d6, %d5;\n"
                "ld.global.u32 %r4, [%d6];"),
         NULL, 0);
    skew = 2;
    CHECK(launch(1, 0, 1));
    CHECK_INT(recorded(), 0);
}

TEST(variables_of_the_module)
{
    load(KERNEL("mov.u64 %d3, table; mul.wide.s32 %d4, %r2, 4; add.s64 %d5, %d3, %d4;\n"
                "st.global.u32 [%d5], %r1; ld.global.u32 %r4, [%d5]; st.global.u32 [%d1], %r4;"),
         NULL, 0);
    CHECK(launch(1, 9, 1));
    CHECK_INT(recorded(), 0);
    CHECK(launch(1, 10, 2));
    CHECK_INT(recorded(), 1);
    const struct iq_instrument_root *root = &code.kernels[0].roots[code.sites[0].roots[0]];
    CHECK_STR(code.variables[root->variable - 1].name, "table");
    CHECK_INT(code.variables[root->variable - 1].bytes, 40);
    CHECK_INT(records[0].address - records[0].base, 40);
}

/* A pointer that is loaded from a[n], and used at %tid.x. */
#define LOADED                                                                     \
    "mul.wide.s32 %d6, %r2, 8; add.s64 %d7, %d1, %d6; ld.global.u64 %d8, [%d7];\n" \
    "mul.wide.u32 %d5, %r1, 4; add.s64 %d9, %d8, %d5;\n"

TEST(what_comes_from_memory_is_looked_up)
{
    load(KERNEL(LOADED "ld.global.u32 %r4, [%d9]; st.global.u32 [%d9+4], %r1;"), NULL, 0);
    CHECK_INT(code.kernels[0].checked, 3);
    CHECK_INT(code.sites[1].root_count, 0);
    uint64_t pointer = (uint64_t)(uintptr_t)b;
    memcpy(a, &pointer, sizeof pointer);
    rows[0] = (struct row){ (uint64_t)(uintptr_t)records, 8 };
    rows[1] = (struct row){ pointer, 64 };
    rows[2] = (struct row){ pointer + 64, 4 };
    row_count = 3;
    CHECK(launch(16, 0, 1)); /* the last store is to the next row, which is known as well */
    CHECK_INT(recorded(), 0);
    CHECK(launch(17, 0, 2));
    CHECK_INT(recorded(), 1); /* noted, and done all the same */
    CHECK_INT(records[2].address, pointer + 68);
    CHECK_INT(records[2].base, 0);
    CHECK_INT(records[2].thread[0], 16);
    CHECK_INT(b[17], 16);
}

/* What is loaded in front of a write of the region may be loaded ahead of it, what comes behind the
 * write may have changed. */
TEST(loads_for_addresses_are_ahead)
{
    load(KERNEL("cvt.u64.u32 %d3, %r1; mul.wide.u32 %d4, %r1, 8; add.s64 %d5, %d1, %d4;\n"
                "ld.global.u64 %d6, [%d5]; ld.global.u64 %d7, [%d6]; st.global.u64 [%d5], %d7;\n"
                "ld.global.u64 %d8, [%d5]; ld.global.u32 %r4, [%d8];\n"
                "mul.wide.u32 %d9, %r1, 4; add.s64 %d9, %d2, %d9; st.global.u32 [%d9], %r4;"),
         NULL, 0);
    CHECK_INT(code.kernels[0].checked, 6);
    uint64_t *first = (uint64_t *)a, *second = (uint64_t *)b + 8, *third = second + 4;
    for (int i = 0; i < 3; i++) {
        first[i] = (uint64_t)(uintptr_t)&second[i];
        second[i] = (uint64_t)(uintptr_t)&third[i];
        third[i] = 7 + (uint64_t)i;
    }
    rows[0] = (struct row){ (uint64_t)(uintptr_t)b, BYTES };
    row_count = 1;
    CHECK(launch(3, 0, 1));
    CHECK_INT(recorded(), 0);
    for (int i = 0; i < 3; i++)
        CHECK_INT(b[i], 7 + i);
}

TEST(without_a_table_nothing_is_looked_up)
{
    load(KERNEL(LOADED "ld.global.u32 %r4, [%d9]; st.global.u32 [%d2], %r4;"), NULL, 0);
    uint64_t pointer = (uint64_t)(uintptr_t)b;
    memcpy(a, &pointer, sizeof pointer);
    CHECK(launch(4, 0, 1));
    CHECK_INT(recorded(), 0);
}

TEST(generic_addresses_of_other_memory_are_left_alone)
{
    load(KERNEL(".shared .align 8 .b8 own[64]; mov.u64 %d3, own; cvta.shared.u64 %d4, %d3;\n"
                "st.global.u64 [%d1], %d4; ld.global.u64 %d5, [%d1]; st.u32 [%d5], %r1;\n"
                "ld.u32 %r4, [%d5]; st.global.u32 [%d2], %r4;"),
         NULL, 0);
    rows[0] = (struct row){ (uint64_t)(uintptr_t)a, BYTES };
    row_count = 1;
    CHECK(launch(1, 0, 1));
    CHECK_INT(recorded(), 0);
}

TEST(nothing_is_looked_up_where_kernels_allocate)
{
    load(KERNEL("// malloc\n" LOADED "st.global.u32 [%d9], %r1;"), NULL, 0);
    CHECK_INT(code.kernels[0].accesses, 2);
    CHECK_INT(code.kernels[0].checked, 1);
}

TEST(nothing_is_looked_up_beside_memory_of_the_driver)
{
    load(KERNEL("mov.u32 %r9, %envreg2; " LOADED "st.global.u32 [%d9], %r1;"), NULL, 0);
    CHECK_INT(code.kernels[0].checked, 1);
}

/* A variable of eight words; %r5 is its word [n]. */
#define TILE ".shared .align 4 .b8 tile[32];\n"
#define TILE_WORD(name) "mul.lo.s32 %r6, %r2, 4; mov.u32 %r5, " name "; add.s32 %r5, %r5, %r6;\n"

TEST(shared_memory_has_the_bounds_of_its_variables)
{
    load(KERNEL_WITH("", TILE,
                     TILE_WORD("tile") "st.shared.u32 [%r5], 3; st.shared.u32 [tile+28], 5;\n"
                                       "ld.shared.u32 %r4, [%r5]; st.global.u32 [%d2], %r4;"),
         NULL, 0);
    CHECK_INT(code.kernels[0].accesses, 4);
    CHECK_INT(code.kernels[0].checked, 4);
    CHECK_INT(code.site_count, 2); /* one place is fixed, and the load has the store's test */
    CHECK(launch(1, 7, 1));
    CHECK_INT(recorded(), 0);
    CHECK_INT(b[0], 5);
    CHECK(launch(1, 8, 2));
    CHECK_INT(recorded(), 1);
    CHECK_INT(b[0], 0);
    const struct iq_instrument_site *site = &code.sites[0];
    CHECK_INT(site->space, IQ_SPACE_SHARED);
    CHECK_STR(code.variables[site->variable - 1].name, "tile");
    CHECK_INT(code.variables[site->variable - 1].bytes, 32);
    CHECK_INT(records[0].address - records[0].base, 32);
    records[0].seal = 0;
    CHECK(launch(1, -1, 3));
    CHECK_INT((int32_t)records[0].address - (int32_t)records[0].base, -4);
}

TEST(generic_addresses_have_the_bounds_of_their_variable)
{
    load(KERNEL_WITH("", "$L__func_begin0:\n" TILE,
                     "mov.u64 %d3, tile; cvta.shared.u64 %d4, %d3; mul.wide.s32 %d5, %r2, 4;\n"
                     "add.s64 %d4, %d4, %d5; st.u32 [%d4], 5; st.global.u32 [%d1], %r2;\n"),
         NULL, 0);
    CHECK_INT(code.kernels[0].checked, 2);
    CHECK_INT(code.sites[0].space, IQ_SPACE_SHARED);
    CHECK(launch(1, 7, 1));
    CHECK_INT(recorded(), 0);
    CHECK(launch(1, 9, 2));
    CHECK_INT(recorded(), 1);
    CHECK_INT(records[0].address - records[0].base, 36); /* of the window, both of them */
    CHECK(records[0].address < 1 << 20);
}

TEST(dynamic_shared_memory_has_the_bounds_of_the_launch)
{
    load(KERNEL_WITH(".extern .shared .align 16 .b8 pool[];\n", "",
                     TILE_WORD("pool") "st.shared.u32 [%r5], 3; st.shared.u32 [pool+4], 5;\n"),
         NULL, 0);
    CHECK_INT(code.kernels[0].checked, 2);
    CHECK_INT(code.variables[code.sites[0].variable - 1].bytes, 0);
    CHECK(launch_with(1, 1, 1, 8));
    CHECK_INT(recorded(), 0);
    CHECK(launch_with(1, 2, 2, 8));
    CHECK_INT(recorded(), 1);
    records[0].seal = 0;
    CHECK(launch_with(1, 0, 3, 0)); /* none at all */
    CHECK_INT(recorded(), 2);
}

TEST(the_tail_of_a_vector_that_nobody_wants_does_not_count)
{
    load(KERNEL_WITH(".extern .shared .align 16 .b8 pool[];\n", "",
                     "ld.shared.v4.u32 {%r4, %r7, %r8, %r9}, [pool];\n"
                     "add.s32 %r4, %r4, %r7; add.s32 %r4, %r4, %r8; st.global.u32 [%d2], %r4;"),
         NULL, 0);
    CHECK_INT(code.sites[0].bytes, 12);
}

TEST(shared_addresses_that_may_be_others_are_left_alone)
{
    load(KERNEL_WITH("", TILE,
                     "mov.u32 %r5, tile; ld.global.u32 %r6, [%d1]; setp.eq.u32 %p1, %r2, 0;\n"
                     "selp.b32 %r7, %r5, %r6, %p1; st.shared.u32 [%r7], 3;\n"),
         NULL, 0);
    CHECK_INT(code.kernels[0].accesses, 2);
    CHECK_INT(code.kernels[0].checked, 1);
}

TEST(local_memory_has_the_bounds_of_the_frame)
{
    load(KERNEL_WITH("", ".local .align 8 .b8 frame[16];\n",
                     "mov.u64 %d7, frame; mul.wide.s32 %d8, %r2, 4; add.s64 %d8, %d7, %d8;\n"
                     "st.local.u32 [%d8], 9; ld.local.u32 %r4, [frame+12];\n"
                     "st.global.u32 [%d2], %r4;"),
         NULL, 0);
    CHECK_INT(code.kernels[0].checked, 3);
    CHECK(launch(1, 3, 1));
    CHECK_INT(recorded(), 0);
    CHECK_INT(b[0], 9);
    CHECK(launch(1, 4, 2));
    CHECK_INT(recorded(), 1);
    CHECK_INT(records[0].address - records[0].base, 16);
    CHECK_INT(code.sites[0].space, IQ_SPACE_LOCAL);
}

TEST(a_fixed_place_of_a_variable_needs_no_test)
{
    load(KERNEL_WITH("", TILE,
                     "mov.u32 %r5, tile; add.s32 %r6, %r5, 24; sub.s32 %r7, %r6, 4;\n"
                     "st.shared.u32 [%r6+4], 3; st.shared.u32 [%r7], 4; mov.u32 %r8, %r5;\n"
                     "st.shared.u32 [%r6+8], 3; st.shared.u32 [%r5+-4], 3;\n"
                     "add.s32 %r8, %r8, 4; st.shared.u32 [%r8], 3;\n"),
         NULL, 0);
    CHECK_INT(code.kernels[0].checked, 5);
    CHECK_INT(code.site_count, 3); /* those outside, and by a register of two values */
}

TEST(constants_have_the_bounds_of_their_variable)
{
    load(KERNEL_WITH(".const .align 4 .b8 fixed[8] = {1,0,0,0,2,0,0,0};\n"
                     ".const .align 4 .b8 others[8] = {3};\n",
                     "",
                     "mov.u64 %d5, fixed; mul.wide.s32 %d6, %r2, 4; add.s64 %d5, %d5, %d6;\n"
                     "mov.u32 %r4, 7; ld.const.u32 %r4, [%d5]; ld.const.u32 %r5, [fixed+4];\n"
                     "st.global.u32 [%d1], %r4; st.global.u32 [%d1+4], %r5;\n"),
         NULL, 0);
    CHECK_INT(code.kernels[0].accesses, 4);
    CHECK_INT(code.kernels[0].checked, 4);
    CHECK(launch(1, 0, 1));
    CHECK_INT(a[0], 1);
    CHECK_INT(a[1], 2);
    CHECK_INT(recorded(), 0);
    CHECK(launch(1, 2, 2));
    CHECK_INT(a[0], 0);
    CHECK_INT(recorded(), 1);
    CHECK(code.sites[0].space == IQ_SPACE_CONST);
    CHECK_STR(code.variables[code.sites[0].variable - 1].name, "fixed");
    CHECK_INT(records[0].address - records[0].base, 8);
}

TEST(the_hidden_parameter_is_never_empty)
{
    load(HEAD ".visible .entry k(.param .u64 a, .param .u64 b, .param .u32 n)\n{\n"
              ".local .align 4 .b8 f[8]; .reg .b32 %r1; ld.local.u32 %r1, [f+4]; ret;\n}\n",
         NULL, 0);
    CHECK_INT(code.kernels[0].checked, 1);
    CHECK_INT(code.kernels[0].word_count, 1);
    CHECK(launch(1, 0, 1));
}

TEST(variables_of_one_name_are_not_mistaken)
{
    load(KERNEL_WITH(".shared .align 4 .b8 tile[64];\n", TILE,
                     TILE_WORD("tile") "{ .shared .align 4 .b8 tile[4]; }\n"
                                       "st.shared.u32 [%r5], 3; st.global.u32 [%d2], %r1;\n"),
         NULL, 0);
    CHECK_INT(code.kernels[0].checked, 1);
}

/* get(p, i): p[i]. */
#define GET                                                                            \
    ".func (.param .b32 got) get(.param .b64 p, .param .b32 i)\n{\n.reg .b64 %d<9>;\n" \
    ".reg .b32 %r<9>; ld.param.u64 %d1, [p]; ld.param.u32 %r1, [i];\n"                 \
    "mul.wide.s32 %d2, %r1, 4; add.s64 %d2, %d1, %d2; ld.u32 %r2, [%d2];\n"            \
    "st.param.b32 [got], %r2; ret;\n}\n"
#define CALL_GET(in)                                                                         \
    "{ .param .b64 p0; st.param.b64 [p0], " in "; .param .b32 p1; st.param.b32 [p1], %r2;\n" \
    ".param .b32 got0; call.uni (got0), get, (p0, p1); ld.param.b32 %r4, [got0]; }\n"
/* Of [array] the first sixteen words are known. */
static void know(const uint32_t *array)
{
    rows[row_count++] = (struct row){ (uint64_t)(uintptr_t)array, 64 };
}

TEST(functions_are_checked_by_the_table)
{
    load(KERNEL_WITH(GET, "", CALL_GET("%d1") "st.global.u32 [%d2], %r4;"), NULL, 0);
    CHECK_INT(code.function_accesses, 1);
    CHECK_INT(code.function_checked, 1);
    CHECK_INT(code.sites[0].kernel, IQ_INSTRUMENT_NO_KERNEL);
    CHECK_INT(code.sites[0].root_count, 0);
    know(a);
    CHECK(launch(1, 15, 1));
    CHECK_INT(b[0], 1015);
    CHECK_INT(recorded(), 0);
    CHECK(launch(1, 16, 2));
    CHECK_INT(recorded(), 1);
    CHECK_INT(records[0].address, (uint64_t)(uintptr_t)(a + 16));
    CHECK_INT(records[0].launch, 2);
}

TEST(a_number_for_an_address_is_looked_up)
{
    load(KERNEL("mov.u64 %d3, 2271560480; setp.eq.u32 %p1, %r2, 1;\n"
                "@%p1 st.global.u32 [%d3], %r2;\n"),
         NULL, 0);
    know(a);
    CHECK(launch(1, 0, 1));
    CHECK_INT(recorded(), 0);
    CHECK(!launch(1, 1, 2)); /* done all the same */
    CHECK_INT(recorded(), 1);
    CHECK_INT(records[0].address, 2271560480);
}

TEST(a_function_is_told_by_the_one_that_calls_it)
{
    load(KERNEL_WITH(".func (.param .b32 got) get(.param .b64 p, .param .b32 i);\n" GET
                     ".func outer(.param .b64 p, .param .b64 q, .param .b32 i)\n{\n"
                     ".reg .b64 %d<9>; .reg .b32 %r<9>; ld.param.u64 %d1, [p];\n"
                     "ld.param.u64 %d2, [q]; ld.param.u32 %r2, [i];\n" CALL_GET(
                         "%d1") "st.u32 [%d2], %r4; ret;\n}\n",
                     "",
                     "{ .param .b64 p0; st.param.b64 [p0], %d1; .param .b64 p1;\n"
                     "st.param.b64 [p1], %d2; .param .b32 p2; st.param.b32 [p2], %r2;\n"
                     "call.uni outer, (p0, p1, p2); }\n"),
         NULL, 0);
    CHECK_INT(code.function_checked, 2);
    CHECK_INT(code.kernel_count, 1);
    know(a < b ? a : b);
    know(a < b ? b : a);
    CHECK(launch(1, 5, 1));
    CHECK_INT(b[0], 1005);
    CHECK_INT(recorded(), 0);
    CHECK(launch(1, 16, 2));
    CHECK_INT(recorded(), 1);
}

TEST(a_function_whose_address_is_taken_stays_as_it_is)
{
    load(KERNEL_WITH(GET ".global .align 8 .u64 handler = get;\n", "",
                     CALL_GET("%d1") "st.global.u32 [%d2], %r4;"),
         NULL, 0);
    CHECK_INT(code.function_accesses, 1);
    CHECK_INT(code.function_checked, 0);
    know(a);
    CHECK(launch(1, 3, 1));
    CHECK_INT(b[0], 1003);
}

TEST(a_function_that_is_not_told_tells_nothing)
{
    load(KERNEL_WITH(
             GET ".func (.param .b32 got) by(.param .b64 p, .param .b32 i)\n{\n"
                 ".reg .b64 %d<9>; .reg .b32 %r<9>; ld.param.u64 %d1, [p];\n"
                 "ld.param.u32 %r2, [i];\n" CALL_GET("%d1") "st.param.b32 [got], %r4; ret;\n}\n"
                                                            ".global .align 8 .u64 handler = by;\n",
             "",
             "{ .param .b64 p0; st.param.b64 [p0], %d1; .param .b32 p1;\n"
             "st.param.b32 [p1], %r2; .param .b32 got0; call.uni (got0), by, (p0, p1);\n"
             "ld.param.b32 %r4, [got0]; }\nst.global.u32 [%d2], %r4;"),
         NULL, 0);
    CHECK_INT(code.function_checked, 1);
    know(a);
    CHECK(launch(1, 3, 1));
    CHECK_INT(b[0], 1003);
    rows[0].size = 4;
    CHECK(launch(1, 3, 2)); /* nothing is known there, and nothing noted */
    CHECK_INT(recorded(), 0);
}

TEST(a_kernel_without_parameters)
{
    load(HEAD ".visible .entry k()\n{\n.reg .b64 %d<3>; ld.shared.u64 %d1, [0];\n"
              "st.global.u32 [%d1], 1; ret;\n}\n",
         NULL, 0);
    CHECK_INT(code.kernels[0].parameter_count, 0);
    CHECK_INT(code.kernels[0].checked, 1);
}

TEST(lines_lead_out_of_headers)
{
    load(HEAD ".file 1 \"/home/me/a.cu\"\n.file 2 \"/usr/local/cuda/include/cuda/atomic\"\n"
              ".visible .entry k(.param .u64 a, .param .u64 b, .param .u32 n)\n{\n"
              ".reg .b64 %d<9>; .loc 1 5 3\nld.param.u64 %d1, [a];\n"
              ".loc 1 8 7\nst.global.u32 [%d1], 1;\n"
              ".loc 2 99 7, function_name $x, inlined_at 1 8 7\nst.global.u32 [%d1+4], 1;\n"
              "ret;\n}\n",
         NULL, 0);
    CHECK_INT(code.site_count, 2);
    CHECK_STR(code.files[code.sites[0].file - 1], "/home/me/a.cu");
    CHECK_INT(code.sites[0].line, 8);
    CHECK_INT(code.sites[1].line, 8);
    CHECK_INT(code.sites[1].file, code.sites[0].file);
    CHECK_INT(code.sites[1].ptx_line, 13);
}

TEST(registers_can_be_limited)
{
    const struct iq_instrument_cap cap = { "k", 512 };
    load(KERNEL(COPY), &cap, 1);
    CHECK_INT(iq_ptx_module_kernel(r.module, "k")->max_threads[0], 512);
    CHECK(launch(32, 0, 1));
    CHECK_INT(b[5], 1005);
}

#define STORE                               \
    ".visible .entry k(.param .u64 a)\n{\n" \
    ".reg .b64 %d<3>; ld.param.u64 %d1, [a]; st.global.u32 [%d1], 1; ret;\n}\n"

TEST(what_cannot_be_instrumented)
{
    struct iq_instrumented out;
    const char *why = NULL;
    const char *const texts[] = {
        "",
        "hello",
        HEAD,
        HEAD ".visible .entry k()\n{\nret;\n}\n",
        ".version 8.0\n.target sm_90\n.address_size 32\n",
        HEAD ".extern .func cudaLaunchDeviceV2();\n" STORE,
        HEAD ".extern .func __cudaCDP2LaunchDeviceV2();\n" STORE,
        HEAD ".extern .func (.param .b64 r) __cudaCDP2GetParameterBufferV2_ptsz();\n" STORE,
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        CHECK_INT(iq_instrument(texts[i], strlen(texts[i]), 0, NULL, 0, &out, &why),
                  IQ_EUNSUPPORTED);
        CHECK(why && *why);
        CHECK(!out.text && !out.kernels);
        why = NULL;
    }
}

/* The device runtime itself, and a comment, ask nobody to launch kernels. */
TEST(texts_that_launch_kernels)
{
    static const struct {
        const char *text;
        bool launches;
    } texts[] = {
        { HEAD STORE, false },
        { HEAD "// .extern cudaLaunchDevice\n" STORE, false },
        { HEAD ".visible .func cudaLaunchDeviceV2()\n{\nret;\n}\n" STORE, false },
        { HEAD ".extern .func f();\n.func __cudaCDP2LaunchDevice()\n{\nret;\n}\n", false },
        { HEAD ".extern .func (.param .b32 r) cudaLaunchDevice(.param .b64 f);\n" STORE, true },
        { HEAD ".extern .func (.param .b32 r) __cudaCDP2LaunchDeviceV2(.param .b64 f);\n", true },
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        CHECK_INT(iq_instrument_launches(texts[i].text, strlen(texts[i].text)), texts[i].launches);
}

TEST(a_text_that_is_cut_off_anywhere)
{
    const char *text = KERNEL(COPY);
    struct iq_instrumented out;
    for (size_t size = 0; size <= strlen(text); size++) {
        char *cut = malloc(size + 1); /* so that a sanitizer sees reads behind it */
        memcpy(cut, text, size);
        if (!iq_instrument(cut, size, 0, NULL, 0, &out, NULL))
            iq_instrumented_finish(&out);
        free(cut);
    }
}

TEST(state_is_what_a_program_may_change)
{
    CHECK(!iq_instrument_has_state(HEAD));
    CHECK(!iq_instrument_has_state(HEAD ".global .align 1 .b8 $str[3] = {37, 100, 0};\n"
                                        ".global .align 1 .b8 __unnamed_1[2] = {107, 0};\n"
                                        ".visible .entry k(.param .u64 .ptr .global a)\n{\n"
                                        ".reg .b32 %r<2>; ld.global.u32 %r1, [a]; ret;\n}\n"));
    CHECK(iq_instrument_has_state(HEAD ".visible .const .align 4 .b8 fixed[16];\n"));
    CHECK(iq_instrument_has_state(HEAD ".global .align 1 .b8 $str[1] = {0};\n"
                                       ".global .align 4 .u32 _ZL5count;\n"));
    CHECK(iq_instrument_has_state(HEAD "\""));
}

TEST(a_kernel_can_stay_as_it_is)
{
    const struct iq_instrument_cap cap = { "k", 0 };
    struct iq_instrumented out;
    const char *why = NULL;
    CHECK_INT(iq_instrument(KERNEL(COPY), strlen(KERNEL(COPY)), 0, &cap, 1, &out, &why),
              IQ_EUNSUPPORTED);
}

TEST(functions_that_other_texts_call_stay_as_they_are)
{
    const char *text = KERNEL_WITH(
        ".visible .func f(.param .b64 p)\n{\n.reg .b64 %a<2>; ld.param.u64 %a1, [p];\n"
        "st.global.u32 [%a1], 7; ret;\n}\n",
        "", "{ .param .b64 x; st.param.b64 [x], %d1; call f, (x); } st.global.u32 [%d2], %r1;");
    struct iq_instrumented out;
    CHECK_INT(iq_instrument(text, strlen(text), 0, NULL, 0, &out, NULL), 0);
    CHECK_INT(out.function_checked, 1);
    iq_instrumented_finish(&out);
    CHECK_INT(iq_instrument(text, strlen(text), IQ_INSTRUMENT_LINKED, NULL, 0, &out, NULL), 0);
    CHECK_INT(out.function_checked, 0);
    CHECK_INT(out.kernels[0].checked, 1);
    iq_instrumented_finish(&out);
}

/* b[tid] = a[tid], of which element 5 was never written. */
TEST(what_is_not_contained_is_noted_and_done)
{
    static const unsigned checks[] = { 0, IQ_INSTRUMENT_UNINITIALIZED };
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        load_for(IQ_INSTRUMENT_UNCONTAINED | checks[i], KERNEL(COPY), NULL, 0);
        CHECK(!launch(32, 1, 7)); /* thread 31 stores behind the end */
        CHECK_INT(recorded(), 1);
        load_for(IQ_INSTRUMENT_UNCONTAINED | checks[i], KERNEL(COPY), NULL, 0);
        CHECK(launch(31, 1, 7));
        CHECK_INT(recorded(), 0);
        CHECK_INT(b[31], 1030);
    }
}

/* What another thread of the launch has begun to note is waited for, since the context may end. */
TEST(what_is_not_contained_waits_for_its_record)
{
    uint64_t noted, missing;
    load_for(IQ_INSTRUMENT_UNCONTAINED, KERNEL(COPY), NULL, 0);
    r.count = true;
    CHECK(!launch(1, 32, 7) && !launch(1, 32, 7));
    noted = r.stats.lane_instructions;
    CHECK(is_sealed(&records[1]));
    records[1].seal = 0;
    CHECK(!launch(1, 32, 7));
    missing = r.stats.lane_instructions;
    CHECK(missing > noted + 500 && missing < noted + 5000);
    CHECK_INT(recorded(), 0);
}

TEST(reads_of_what_nothing_has_written)
{
    uint32_t found = UINT32_MAX;
    load_for(IQ_INSTRUMENT_UNINITIALIZED,
             KERNEL(ELEMENTS "ld.global.u32 %r4, [%d3];\nst.global.u32 [%d4], %r4;\n"), NULL, 0);
    CHECK(!code.kernels[0].writes_unseen);
    shadow = run_array(&r, BYTES / 8);
    memset(shadow, 0xff, BYTES / 8);
    shadow[2] = 0x0f; /* bytes 16 to 23 */
    CHECK(launch(ELEMENTS_MAX, 0, 1));
    CHECK_INT(recorded(), 1);
    for (uint32_t i = 0; i < code.site_count; i++)
        found = records[i].seal ? i : found;
    CHECK(is_sealed(&records[found]));
    CHECK_INT(code.sites[found].check, IQ_CHECK_UNINITIALIZED);
    CHECK(!code.sites[found].is_write);
    CHECK_INT(records[found].address - (uint64_t)(uintptr_t)a, 20);
    CHECK_INT(records[found].thread[0], 5);
    CHECK_INT(records[found].detail, 0xf);
    CHECK_INT(b[5], 1005); /* done all the same */
}

TEST(stores_count_as_written)
{
    load_for(IQ_INSTRUMENT_UNINITIALIZED,
             KERNEL(ELEMENTS "st.global.u32 [%d3], %r1;\nld.global.u32 %r4, [%d3];\n"
                             "add.s32 %r4, %r4, 1; st.global.u32 [%d4], %r4;\n"),
             NULL, 0);
    shadow = run_array(&r, BYTES / 8);
    CHECK(launch(7, 0, 1));
    CHECK_INT(recorded(), 0);
    CHECK_INT(shadow[0], 0xff);
    CHECK_INT(shadow[3], 0x0f); /* of bytes 24 to 31 those of element 6 */
    CHECK_INT(shadow[4], 0);
}

/* Nobody uses what is loaded, or only its lower half. */
TEST(reads_that_nobody_wants)
{
    load_for(IQ_INSTRUMENT_UNINITIALIZED,
             KERNEL(ELEMENTS "ld.global.u32 %r4, [%d3];\nand.b32 %r5, %r4, 0xffff;\n"
                             "add.s32 %r6, %r5, 1; st.global.u32 [%d4], %r6;\n"),
             NULL, 0);
    shadow = run_array(&r, BYTES / 8);
    memset(shadow, 0x33, BYTES / 8);
    CHECK(launch(ELEMENTS_MAX, 0, 1));
    CHECK_INT(recorded(), 0);
}

TEST(writes_that_are_not_seen)
{
    load_for(IQ_INSTRUMENT_UNINITIALIZED,
             KERNEL("ld.global.u64 %d3, [%d1];\nst.global.u32 [%d3], 1;\n"), NULL, 0);
    CHECK(code.kernels[0].writes_unseen);
}

/* Hints, fences, parameters and constants are no accesses; what has several addresses is several.
 */
TEST(accesses_count_whether_they_can_be_checked_or_not)
{
    static const struct {
        const char *statement;
        uint32_t accesses;
    } cases[] = {
        { "ld.shared::cluster.u32 %r4, [%r2];", 1 },
        { "st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [%r2], %r1, [%r3];", 2 },
        { "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%r2], "
          "%r1, [%r3];",
          2 },
        { "cp.async.ca.shared.global [%r2], [%d1], 16, %r1;", 2 },
        { "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r2], [%d1], %r1, "
          "[%r3];",
          3 },
        { "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%d1], [%r2], 16;", 2 },
        { "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r2], "
          "[%d1, {%r1, %r1}], [%r3];",
          3 },
        { "cp.async.bulk.prefetch.L2.global [%d1], %r1;", 0 },
        { "cp.async.bulk.commit_group;", 0 },
        { "mbarrier.inval.shared::cta.b64 [%r2];", 1 },
        { "prefetch.global.L1 [%d1];", 0 },
        { "fence.mbarrier_init.release.cluster;", 0 },
        { "ld.param.u32 %r4, [n];", 0 },
        { "ld.const.u32 %r4, [%d1];", 1 },
        { "tex.1d.v4.u32.s32 {%r4, %r5, %r6, %r7}, [%d1, {%r1}];", 1 },
        { "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r4}, [%r2];", 1 },
        { "wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {%f1, %f2, %f3, %f4}, %d1, %d2, 1, "
          "1, 1;",
          1 },
        { "add.u32 %r4, %r1, %r2;", 0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[2048];
        snprintf(text, sizeof text, "%s%s%s", KERNEL_START, cases[i].statement,
                 "st.global.u32 [%d2], 1;\nret;\n}\n");
        iq_instrumented_finish(&code);
        CHECK_INT(iq_instrument(text, strlen(text), 0, NULL, 0, &code, NULL), 0);
        if (code.kernels[0].accesses != 1 + cases[i].accesses)
            fprintf(stderr, "%s\n", cases[i].statement);
        CHECK_INT(code.kernels[0].accesses, 1 + cases[i].accesses);
    }
}

/* What an instruction accesses stays what it was. */
TEST(addresses_are_no_destinations)
{
    load(KERNEL_WITH("", ".shared .align 8 .b64 bar[2];\n",
                     "mov.u32 %r4, bar; add.s32 %r4, %r4, %r2; mbarrier.init.shared.b64 [%r4], 1;\n"
                     "st.shared.u32 [%r4+12], 1;\n"),
         NULL, 0);
    CHECK_INT(code.kernels[0].accesses, 2);
    CHECK_INT(code.kernels[0].checked, 2);
    CHECK(launch(1, 0, 3));
    CHECK_INT(recorded(), 0);
    CHECK(launch(1, 8, 4));
    CHECK_INT(recorded(), 1);
}

/* The host is asked for objects that are arguments. */
TEST(textures_and_surfaces_of_arguments)
{
    load(KERNEL("tex.1d.v4.u32.s32 {%r4, %r5, %r6, %r7}, [%d1, {%r1}];\n"
                "@%p1 sust.b.1d.b32.trap [%d2, {%r1}], {%r4};\n"
                "suld.b.1d.b32.trap {%r4}, [%d2, {%r1}];\n"
                "ld.global.u64 %d3, [%d1]; tex.1d.v4.u32.s32 {%r4, %r5, %r6, %r7}, [%d3, {%r1}];"),
         NULL, 0);
    const struct iq_instrument_kernel *kernel = &code.kernels[0];
    CHECK_INT(kernel->accesses, 5);
    CHECK_INT(kernel->checked, 4);
    uint32_t textures = 0, surfaces = 0, writes = 0, ends = 0;
    for (uint32_t i = 0; i < kernel->word_count; i++) {
        const struct iq_instrument_word *w = &kernel->words[i];
        textures += w->kind == IQ_WORD_TEXTURE && kernel->roots[w->root].argument == 0;
        ends += w->kind == IQ_WORD_TEXELS && kernel->roots[w->root].argument == 0;
        surfaces += w->kind == IQ_WORD_SURFACE && kernel->roots[w->root].argument == 1;
    }
    for (uint32_t i = 0; i < code.site_count; i++)
        writes += code.sites[i].check == IQ_CHECK_OBJECT && code.sites[i].is_write;
    CHECK_INT(textures, 1);
    CHECK_INT(surfaces, 1);
    CHECK_INT(ends, 1); /* of the fetch by a whole number */
    CHECK_INT(writes, 1);
}

/* The accesses that are not permitted are left out, and the others not. */
TEST(uses_that_are_not_permitted)
{
    static const unsigned checks[] = { 0, IQ_INSTRUMENT_UNINITIALIZED };
    for (int i = 0; i < 2; i++)
        for (uint32_t needs = 1; needs < 8; needs <<= 1) {
            load_for(
                checks[i],
                KERNEL("ld.global.u32 %r4, [%d1]; add.u32 %r4, %r4, 1; st.global.u32 [%d1], %r4;\n"
                       "ld.global.u32 %r5, [%d1]; st.global.u32 [%d2], %r5;\n"
                       "atom.global.add.u32 %r6, [%d1], 5;\n"),
                NULL, 0);
            CHECK(launch(1, 0, 3));
            CHECK_INT(recorded(), 0);
            CHECK_INT(a[0], 1006);
            may = 7 - needs;
            CHECK(launch(1, 0, 4));
            CHECK_INT(recorded(), 1);
            for (uint32_t k = 0; k < code.site_count; k++)
                if (records[k].seal)
                    CHECK_INT(iq_instrument_needs(code.sites[k].is_write, code.sites[k].is_atomic),
                              needs);
            CHECK_INT(a[0], needs == 1 ? 6 : needs == 2 ? 1011 : 1007);
            memset(records, 0, code.site_count * sizeof *records);
            skew = BYTES; /* out of bounds: once */
            CHECK(launch(1, 0, 5));
            CHECK_INT(recorded(), 1);
        }
}

/* A thread fetches [n] bytes from 16 bytes behind the start of a on, by [copy]. */
#define FETCH(copy)                                                                  \
    KERNEL_WITH("", ".shared .align 16 .b8 tile[128]; .shared .align 8 .b64 bar;\n", \
                "mov.u32 %r4, tile; mov.u32 %r5, bar; setp.ne.u32 %p1, %r2, 0;\n"    \
                "mbarrier.init.shared::cta.b64 [%r5], 1; mov.u16 %h1, 1;\n"          \
                "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r5], %r2;\n" copy    \
                "\nagain: mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r5], 0;\n" \
                "@!%p2 bra again;\nld.shared.u32 %r6, [%r4+16]; st.global.u32 [%d2], %r6;")
#define BULK_COPY "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"

/* Whoever waits for the bytes goes on. */
TEST(bulk_copies_are_left_out_and_completed)
{
    static const char *const texts[] = {
        FETCH(BULK_COPY " [%r4], [%d1+16], %r2, [%r5];"),
        FETCH("@%p1 " BULK_COPY " [%r4], [%d1+16], %r2, [%r5];"),
        FETCH(BULK_COPY ".multicast::cluster [%r4], [%d1+16], %r2, [%r5], %h1;"),
        FETCH("mapa.shared::cluster.u32 %r7, %r4, 0;\n" BULK_COPY " [%r7], [%d1+16], %r2, [%r5];"),
        FETCH("selp.b64 %d3, %d1, %d2, %p1;\n" BULK_COPY " [%r4], [%d3+16], %r2, [%r5];"),
        FETCH("setp.lt.u32 %p2, %r2, 113;\n@%p2 " BULK_COPY
              " [%r4], [%d1+16], 112, [%r5];\n@!%p2 " BULK_COPY " [%r4], [%d1+16], 128, [%r5];"),
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        load(texts[i], NULL, 0);
        CHECK(launch(1, 112, 3)); /* to the last byte */
        CHECK_INT(recorded(), 0);
        CHECK_INT(b[0], 1008);
        if (i < 4) {
            CHECK(launch(1, 0, 4)); /* nothing */
            CHECK_INT(recorded(), 0);
        }
        CHECK(launch(1, 128, 5));
        CHECK_INT(recorded(), 1);
        for (uint32_t k = 0; k < code.site_count; k++)
            if (records[k].seal) {
                CHECK(is_sealed(&records[k]));
                CHECK_INT(code.sites[k].bytes, 16);
                CHECK_INT(records[k].address - (uint64_t)(uintptr_t)a, BYTES);
            }
    }
}

TEST(bulk_copies_stay_within_their_array)
{
    load(FETCH("add.s32 %r4, %r4, 64;\n" BULK_COPY " [%r4+32], [%d1], %r2, [%r5];"), NULL, 0);
    CHECK(launch(1, 32, 3));
    CHECK_INT(recorded(), 0);
    CHECK(launch(1, 48, 4));
    CHECK_INT(recorded(), 1);
    for (uint32_t k = 0; k < code.site_count; k++)
        if (records[k].seal)
            CHECK_INT(records[k].address - records[k].base, 128);
}

/* A wait that is left out is over. */
TEST(barriers_stay_within_their_array)
{
    load(KERNEL_WITH("", ".shared .align 8 .b64 bar[2];\n",
                     "mov.u32 %r4, bar; shl.b32 %r5, %r2, 3; add.s32 %r4, %r4, %r5;\n"
                     "mbarrier.init.shared.b64 [%r4], 2; mbarrier.arrive.shared.b64 _, [%r4];\n"
                     "mbarrier.arrive.shared.b64 %d3, [%r4];\n"
                     "{ again: mbarrier.try_wait.parity.shared.b64 %p2, [bar+8], 1; }\n"
                     "wait: mbarrier.test_wait.shared.b64 %p1, [%r4], %d3; @!%p1 bra wait;\n"
                     "st.global.u32 [%d2], 7;"),
         NULL, 0);
    CHECK_INT(code.kernels[0].accesses, 6);
    CHECK_INT(code.kernels[0].checked, 6);
    CHECK(launch(1, 1, 3));
    CHECK_INT(recorded(), 0);
    CHECK_INT(b[0], 7);
    b[0] = 0;
    CHECK(launch(1, 2, 4));
    CHECK_INT(recorded(), 4);
    CHECK_INT(b[0], 7);
}

#define PIECE(size)                                                          \
    KERNEL_WITH("", ".shared .align 16 .b8 tile[16];\n",                     \
                "mov.u32 %r4, tile; setp.ne.u32 %p1, %r2, 0;\n"              \
                "cp.async.ca.shared.global [%r4], [%d1+112], 16, " size "\n" \
                "cp.async.wait_all; ld.shared.u32 %r6, [%r4]; st.global.u32 [%d2], %r6;")

TEST(destinations_of_copies_without_a_size)
{
    load(KERNEL_WITH("", ".shared .align 16 .b8 tile[32];\n",
                     "mov.u32 %r4, tile; shl.b32 %r5, %r2, 4; add.s32 %r4, %r4, %r5;\n"
                     "cp.async.ca.shared.global [%r4], [%d1+112], 16; cp.async.wait_all;\n"
                     "ld.shared.u32 %r6, [tile+16]; st.global.u32 [%d2], %r6;"),
         NULL, 0);
    CHECK_INT(code.kernels[0].accesses, 4);
    CHECK_INT(code.kernels[0].checked, 4);
    CHECK(launch(1, 1, 3));
    CHECK_INT(recorded(), 0);
    CHECK_INT(b[0], 1028);
    launch(1, 2, 4);
    CHECK_INT(recorded(), 1);
    skew = 16; /* the source */
    memset(records, 0, code.site_count * sizeof *records);
    CHECK(launch(1, 0, 5));
    CHECK_INT(recorded(), 1);
}

TEST(sources_have_a_size_of_their_own)
{
    load(PIECE("%r2;"), NULL, 0);
    CHECK_INT(code.kernels[0].checked, 4);
    skew = 16;
    CHECK(launch(1, 0, 3)); /* the memory ends in front of the 16 bytes */
    CHECK_INT(recorded(), 0);
    CHECK(launch(1, 12, 4));
    CHECK_INT(recorded(), 1);
    for (uint32_t k = 0; k < code.site_count; k++)
        if (records[k].seal) {
            CHECK(code.sites[k].is_sized);
            CHECK_INT(records[k].detail, 12);
        }
    load(PIECE("%p1;"), NULL, 0);
    skew = 16;
    CHECK(launch(1, 1, 5)); /* nothing is read */
    CHECK_INT(recorded(), 0);
    CHECK(launch(1, 0, 6));
    CHECK_INT(recorded(), 1);
}

/* Rows at tile + 16 n, and behind them; of the last one the address is not known ahead. */
#define ROWS                                                                            \
    "mov.u32 %r5, tile; shl.b32 %r6, %r2, 4; add.s32 %r4, %r5, %r6;\n"                  \
    "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r7}, [%r4];\n"                          \
    "add.s32 %r8, %r4, 16; ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r9}, [%r8+16];\n" \
    "add.s32 %r8, %r8, -32; ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r10}, [%r8];\n"  \
    "and.b32 %r8, %r8, -128; ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r11}, [%r8];\n"

TEST(rows_are_tested_together)
{
    load(KERNEL_WITH("", ".shared .align 128 .b8 tile[64];\n", ROWS), NULL, 0);
    CHECK_INT(code.kernels[0].accesses, 4);
    CHECK_INT(code.kernels[0].checked, 4);
    CHECK_INT(count_of("vote.sync.any"), 2);
    CHECK(launch(32, 1, 3));
    CHECK_INT(recorded(), 0);
    launch(32, 2, 4); /* the second one is at 64 */
    CHECK_INT(recorded(), 1);
    CHECK_INT(records[1].address - records[1].base, 64);
    launch(32, 0, 5); /* the third one at -16 */
    CHECK_INT(recorded(), 2);
    CHECK_INT(records[2].base - records[2].address, 16);
    CHECK_INT(records[2].thread[0], 0);
}

/* Tiles of 16 and of 8 lines of 8 elements, which begin n elements apart. */
#define TWO_TILES                                                                           \
    "mov.b64 %d4, 0; mov.b64 %d5, 0;\n"                                                     \
    "wmma.load.a.sync.aligned.row.m16n16k8.global.tf32 {%r4, %r5, %r6, %r7}, [%d1], %r2;\n" \
    "wmma.store.d.sync.aligned.row.m8n8k4.global.f64 [%d2], {%d4, %d5}, %r2;\n"             \
    "st.global.u32 [%d2], %r4;"

TEST(tiles_are_left_out_by_all_lanes)
{
    load(KERNEL(TWO_TILES), NULL, 0);
    CHECK_INT(code.kernels[0].accesses, 3);
    CHECK_INT(code.kernels[0].checked, 3);
    CHECK(launch(32, 1, 3)); /* 15 + 8 elements of 4 bytes, 7 + 8 of 8 */
    CHECK_INT(recorded(), 0);
    CHECK(b[0] >= 1000 && b[0] < 1000 + ELEMENTS_MAX); /* of the last lane */
    CHECK(launch(32, 2, 4));                           /* 2 * 15 + 8 of 4, 2 * 7 + 8 of 8 */
    CHECK_INT(recorded(), 2);
    CHECK_INT(records[0].address - (uint64_t)(uintptr_t)a, BYTES);
    CHECK_INT(records[1].address - (uint64_t)(uintptr_t)b, BYTES);
    CHECK(!code.sites[0].is_done && code.sites[1].is_write);
    CHECK_INT(code.sites[0].bytes, 4);
    CHECK_INT(code.sites[1].bytes, 8);
    CHECK_INT(b[0], 0); /* of the load */
    memset(records, 0, code.site_count * sizeof *records);
    CHECK(launch(32, 20, 5)); /* the memory ends between two lines */
    CHECK_INT(records[0].address - (uint64_t)(uintptr_t)a, 4 * 40);
    CHECK_INT(records[1].address - (uint64_t)(uintptr_t)b, 8 * 20);
}

/* Which kernels are watched for races. */
TEST(races_are_looked_for_where_barriers_order)
{
    static const struct {
        const char *text;
        bool shared, any;
    } kernels[] = {
        { KERNEL(ELEMENTS "ld.global.u32 %r4, [%d3];\n"), false, false },
        { KERNEL(ELEMENTS "st.global.u32 [%d3], %r1;\nbar.sync 0;\n"), false, true },
        { KERNEL(ELEMENTS "st.global.u32 [%d3], %r1;\nbar.sync 1, 64;\n"), false, false },
        { KERNEL(ELEMENTS "st.global.u32 [%d3], %r1;\nmembar.gl;\n"), false, false },
        { KERNEL_WITH("", ".shared .align 4 .b8 s[64];\n", "st.shared.u32 [s], %r1;\n"), true,
          true },
        { KERNEL_WITH("", ".shared .align 4 .b8 s[64];\n", "st.shared.u8 [s], %r1;\n"), true,
          true },
        { KERNEL(ELEMENTS "st.global.v4.u16 [%d3], {%h1, %h1, %h1, %h1};\n"), false, true },
    };
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
        load_for(IQ_INSTRUMENT_RACES, kernels[i].text, NULL, 0);
        CHECK_INT(code.kernels[0].watches_shared, kernels[i].shared);
        CHECK_INT(code.kernels[0].watches_races, kernels[i].any);
    }
}

/* Lanes 16 to 31 are not in the mask: they keep what they have. */
TEST(operations_without_the_own_lane_are_left_out)
{
    load_for(IQ_INSTRUMENT_MASKS,
             KERNEL(ELEMENTS "mov.b32 %r4, 7;\nshfl.sync.idx.b32 %r4, %r1, 3, 31, 0xffff;\n"
                             "st.global.u32 [%d4], %r4;\n"),
             NULL, 0);
    CHECK(launch(ELEMENTS_MAX, 0, 1));
    CHECK_INT(recorded(), 1);
    CHECK_INT(b[5], 3);
    CHECK_INT(b[20], 7);
}

/* Does a thread of a kernel with [before] and so many accesses that their copies would be too long
 * end where it is first wrong? */
static bool ends_threads(const char *before)
{
    enum { MANY = 200 };
    struct iq_instrumented out;
    struct iq_str text;
    iq_str_init_heap(&text);
    iq_str_puts(&text,
                HEAD ".visible .entry k(.param .u64 a)\n{\n.reg .b32 %r<9>; .reg .b64 %d<9>;"
                     ".reg .pred %p<9>; .shared .align 4 .b8 s[4];\nld.param.u64 %d1, [a];\n");
    iq_str_puts(&text, before);
    for (unsigned i = 0; i < MANY; i++)
        iq_str_printf(&text,
                      "$b%u: mul.wide.u32 %%d3, %%r1, %u; add.s64 %%d4, %%d1, %%d3;\n"
                      "st.global.u32 [%%d4], 0;\n",
                      i, 4 * i);
    iq_str_puts(&text, "ret;\n}\n");
    CHECK_INT(iq_instrument(text.data, text.length, 0, NULL, 0, &out, NULL), 0);
    bool ends = strstr(out.text, "$iq_end:") != NULL;
    iq_instrumented_finish(&out);
    iq_str_finish(&text);
    return ends;
}

TEST(threads_end_where_nobody_waits_for_them)
{
    static const char *const ends[] = {
        "",
        "bar.sync 0;\n",
        "atom.global.add.u32 %r2, [%d1], 1;\n",
        "$l: mov.b32 %r3, %r2; atom.global.cas.b32 %r2, [%d1], %r3, 1;\n"
        "setp.ne.s32 %p1, %r2, %r3; @%p1 bra $l;\n",
        "atom.global.exch.b32 %r2, [%d1], 0;\n",
        "$l: ld.volatile.shared.u32 %r2, [s]; st.volatile.shared.u32 [s], %r1;\n"
        "setp.ne.s32 %p1, %r2, %r3; @%p1 bra $l;\n",
    };
    static const char *const goes_on[] = {
        "$l: atom.global.cas.b32 %r2, [%d1], 0, 1; setp.ne.s32 %p1, %r2, 0; @%p1 bra $l;\n",
        "mov.b32 %r3, 0; $l: atom.global.cas.b32 %r2, [%d1+4], %r3, %r1;\n"
        "setp.ne.s32 %p1, %r2, 0; @%p1 bra $l;\n",
        "$l: atom.global.exch.b32 %r2, [%d1], 1; setp.ne.s32 %p1, %r2, 0; @%p1 bra $l;\n",
        "$l: atom.shared.cas.b32 %r2, [s], -1, 1; setp.ne.s32 %p1, %r2, -1; @%p1 bra $l;\n",
        "$l: atom.global.add.u32 %r2, [%d1], 0; setp.ne.s32 %p1, %r2, 5; @%p1 bra $l;\n",
        "$l: ld.volatile.shared.u32 %r2, [s]; setp.ne.s32 %p1, %r2, 5; @%p1 bra $l;\n",
        "ld.volatile.global.u32 %r2, [%d1];\n",
        "bar.sync 1, 64;\n",
    };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        CHECK(ends_threads(ends[i]));
    for (size_t i = 0; i < sizeof goes_on / sizeof *goes_on; i++)
        CHECK(!ends_threads(goes_on[i]));
}

/* Of a region that reads and writes, the record tells of the access that is not permitted. */
TEST(threads_end_at_what_is_not_permitted)
{
    enum { MANY = 200 };
    struct iq_str text;
    iq_str_init_heap(&text);
    iq_str_puts(&text, KERNEL_START);
    for (unsigned i = 0; i < MANY; i++)
        iq_str_printf(&text,
                      "$b%u: mul.wide.u32 %%d3, %%r1, %u; add.s64 %%d4, %%d1, %%d3;\n"
                      "ld.global.u32 %%r4, [%%d4]; st.global.u32 [%%d4], %u;\n",
                      i, 4 * i, i);
    iq_str_puts(&text, "ret;\n}\n");
    load(text.data, NULL, 0);
    iq_str_finish(&text);
    CHECK(strstr(code.text, "$iq_end:") != NULL);
    CHECK(launch(1, 0, 3));
    CHECK_INT(recorded(), 0);
    CHECK_INT(a[0], MANY - 1);
    a[0] = 1000;
    may = IQ_INSTRUMENT_NEEDS_READ | IQ_INSTRUMENT_NEEDS_ATOMIC;
    CHECK(launch(1, 0, 4));
    CHECK_INT(recorded(), 1);
    CHECK_INT(a[0], 1000);
    for (uint32_t k = 0; k < code.site_count; k++)
        if (records[k].seal)
            CHECK(code.sites[k].is_write);
}
