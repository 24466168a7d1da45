// link: ptx
/* Arithmetic that is folded (src/ptx/fold.c): random kernels against what C computes for each of
 * their instructions, and how many instructions are executed where several may, or must not, become
 * one. */
#include <stdbool.h>
#include <stdint.h>

#include "ptx_run.h"

enum { LANES = 32, REGISTERS = 12, LINES = 60, TEXT = 16384 };

static uint32_t random_word(void)
{
    static uint64_t s = 88172645463325252ull;
    s ^= s << 13;
    s ^= s >> 7;
    s ^= s << 17;
    return (uint32_t)(s >> 16);
}

static const char HEAD[] =
    ".version 8.0\n.target sm_80\n.address_size 64\n"
    ".visible .entry k(.param .u64 in, .param .u64 out)\n{\n"
    ".reg .pred p; .reg .b32 lane, r<12>, t<60>, u<60>; .reg .b64 from, to, row;\n"
    "ld.param.u64 from, [in]; ld.param.u64 to, [out]; mov.u32 lane, %tid.x;\n"
    "mul.wide.u32 row, lane, 48; add.u64 from, from, row; add.u64 to, to, row;\n";

static bool load(struct run *r, const char *text)
{
    struct iq_ptx_diag diag = { 0 };
    bool ok = !run_load_text(r, text, strlen(text), &diag);
    CHECK(ok);
    if (!ok)
        fprintf(stderr, "%s\n", iq_ptx_diag_format(&diag, text));
    iq_ptx_diag_finish(&diag);
    return ok;
}

/* --- random kernels --- */

/* Registers, then names that are written once; each lane's values, and how often each name has been
 * read. */
struct kernel {
    char text[TEXT];
    size_t size;
    uint32_t value[REGISTERS + LINES][LANES], names, read[REGISTERS + LINES];
    char letter, letters[REGISTERS + LINES]; /* of the names that are made now; of each */
    uint32_t mask;                           /* of the lanes that do what comes next */
    bool flag[LANES];
};

#define SAY(k, ...) \
    ((k)->size += (size_t)snprintf((k)->text + (k)->size, TEXT - (k)->size, __VA_ARGS__))

struct operand {
    char text[16];
    uint32_t value[LANES];
};

/* Names that nobody has read yet are the likeliest. */
static struct operand pick(struct kernel *k)
{
    struct operand o;
    uint32_t n = random_word() % k->names;
    if (random_word() % 8 == 0) {
        uint32_t value = random_word() % 2 ? random_word() : random_word() % 40;
        snprintf(o.text, sizeof o.text, "%u", value);
        for (int l = 0; l < LANES; l++)
            o.value[l] = value;
        return o;
    }
    for (uint32_t m = k->names; m-- > REGISTERS && random_word() % 4;)
        if (!k->read[m]) {
            n = m;
            break;
        }
    k->read[n]++;
    snprintf(o.text, sizeof o.text, "%c%u", n < REGISTERS ? 'r' : k->letters[n],
             n < REGISTERS ? n : n - REGISTERS);
    memcpy(o.value, k->value[n], sizeof o.value);
    return o;
}

static uint32_t look_up(uint32_t table, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t result = 0;
    for (int bit = 0; bit < 32; bit++)
        result |= (table >> ((a >> bit & 1) * 4 + (b >> bit & 1) * 2 + (c >> bit & 1)) & 1) << bit;
    return result;
}

enum { AND, OR, XOR, NOT, ADD, SUB, TABLE, TURN, CARRY, SATURATE, OPERATIONS };
static const char *const operations[] = { "and.b32",    "or.b32",     "xor.b32",  "not.b32",
                                          "add.u32",    "sub.u32",    "lop3.b32", "shf.l.wrap.b32",
                                          "add.cc.u32", "add.sat.s32" };

static uint32_t compute(uint32_t op, uint32_t a, uint32_t b, uint32_t c, uint32_t table)
{
    int64_t sum = (int64_t)(int32_t)a + (int32_t)b;
    switch (op) {
    case AND: return a & b;
    case OR: return a | b;
    case XOR: return a ^ b;
    case NOT: return ~a;
    case SUB: return a - b;
    case TABLE: return look_up(table, a, b, c);
    case TURN: return c & 31 ? a << (c & 31) | a >> (32 - (c & 31)) : a;
    case SATURATE:
        return (uint32_t)(sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum);
    default: return a + b;
    }
}

/* Sums are the likeliest. */
static void add_line(struct kernel *k)
{
    uint32_t op = random_word() % 3 ? random_word() % OPERATIONS : ADD, table = random_word() & 255,
             fresh = random_word() % 4, to = fresh ? k->names : random_word() % REGISTERS;
    bool guarded = !fresh && random_word() % 4 == 0;
    struct operand a = pick(k), b = pick(k), c = pick(k);
    if (fresh)
        k->letters[to] = k->letter;
    SAY(k, "%s%s %c%u, %s", guarded ? "@p " : "", operations[op], fresh ? k->letter : 'r',
        fresh ? to - REGISTERS : to, a.text);
    if (op != NOT)
        SAY(k, ", %s", op == TURN ? a.text : b.text);
    if (op == TURN || op == TABLE)
        SAY(k, ", %s", c.text);
    if (op == TABLE)
        SAY(k, ", %u", table);
    SAY(k, ";\n");
    for (int l = 0; l < LANES; l++)
        if (k->mask >> l & 1 && !(guarded && !k->flag[l]))
            k->value[to][l] = compute(op, a.value[l], b.value[l], c.value[l], table);
    k->names += fresh != 0;
}

static void add_lines(struct kernel *k, char letter)
{
    k->letter = letter;
    for (int line = 0; line < LINES / 3; line++)
        add_line(k);
}

/* Lines of which some lanes leave out a part; names of that part are read in it only. */
static void fill(struct kernel *k)
{
    k->mask = ~0u;
    add_lines(k, 't');
    uint32_t before = k->names;
    SAY(k, "@p bra over;\n");
    for (int l = 0; l < LANES; l++)
        k->mask &= k->flag[l] ? ~(1u << l) : ~0u;
    add_lines(k, 'u');
    SAY(k, "over:\n");
    k->mask = ~0u;
    k->names = before;
    memset(k->read + before, 0, (REGISTERS + LINES - before) * sizeof *k->read);
    add_lines(k, 't');
}

static void check_kernel(uint32_t threads)
{
    static struct kernel k;
    struct run r;
    memset(&k, 0, sizeof k);
    k.names = REGISTERS;
    SAY(&k, "%s", HEAD);
    for (uint32_t n = 0; n < REGISTERS; n++)
        SAY(&k, "ld.global.u32 r%u, [from+%u];\n", n, 4 * n);
    SAY(&k, "setp.gt.s32 p, r0, 0;\n");
    for (int l = 0; l < LANES; l++) {
        for (int n = 0; n < REGISTERS; n++)
            k.value[n][l] = random_word();
        k.flag[l] = (int32_t)k.value[0][l] > 0;
    }
    uint32_t given[LANES][REGISTERS];
    for (int l = 0; l < LANES; l++)
        for (int n = 0; n < REGISTERS; n++)
            given[l][n] = k.value[n][l];
    fill(&k);
    for (uint32_t n = 0; n < REGISTERS; n++)
        SAY(&k, "st.global.u32 [to+%u], r%u;\n", 4 * n, n);
    SAY(&k, "ret;\n}\n");
    if (!load(&r, k.text))
        return;
    uint32_t(*in)[REGISTERS] = run_array(&r, sizeof given),
    (*out)[REGISTERS] = run_array(&r, sizeof given);
    memcpy(in, given, sizeof given);
    ARG(&r, uint64_t, (uint64_t)(uintptr_t)in);
    ARG(&r, uint64_t, (uint64_t)(uintptr_t)out);
    CHECK(run_kernel(&r, "k", 1, threads, 0));
    bool same = true;
    for (uint32_t l = 0; l < threads; l++)
        for (uint32_t n = 0; n < REGISTERS; n++)
            same &= out[l][n] == k.value[n][l];
    CHECK(same);
    if (!same)
        fprintf(stderr, "%s\n", k.text);
    run_finish(&r);
}

TEST(random_kernels_compute_what_c_does)
{
    for (int n = 0; n < REPEATS(4000) && !iq_test_failures; n++)
        check_kernel(n % 3 ? LANES : 1 + random_word() % LANES);
}

/* --- what becomes one instruction --- */

/* Instructions that are executed beyond those of an empty kernel; a loop has one in front. */
static uint64_t count(const char *body, uint32_t *result)
{
    static char text[TEXT];
    struct run r;
    snprintf(text, sizeof text,
             "%sld.global.u32 r0, [from]; ld.global.u32 r1, [from+4]; ld.global.u32 r2, [from+8];\n"
             "setp.ne.u32 p, r0, 5;\n%s\nst.global.u32 [to], r9;\nret;\n}\n",
             HEAD, body);
    if (!load(&r, text))
        return 0;
    uint32_t *in = run_array(&r, 4096), *out = run_array(&r, 4096);
    in[0] = 0x12345678;
    in[1] = 0x9abcdef0;
    in[2] = 0x0f1e2d3c;
    r.count = true;
    ARG(&r, uint64_t, (uint64_t)(uintptr_t)in);
    ARG(&r, uint64_t, (uint64_t)(uintptr_t)out);
    CHECK(run_kernel(&r, "k", 1, 1, 0));
    *result = *out;
    uint64_t steps = r.stats.warp_instructions;
    run_finish(&r);
    return steps;
}

#define A 0x12345678u
#define B 0x9abcdef0u
#define C 0x0f1e2d3cu
#define TURNED (A << 7 | A >> 25)

static const struct {
    const char *what, *body;
    uint32_t instructions, result;
} cases[] = {
    { "a choice", "and.b32 t0, r0, r1; not.b32 t1, r0; and.b32 t2, t1, r2; or.b32 r9, t0, t2;", 1,
      (A & B) | (~A & C) },
    { "a sum of three", "add.u32 t0, r0, r1; add.u32 r9, r2, t0;", 1, A + B + C },
    { "a sum of four", "add.u32 t0, r0, r1; add.u32 t1, r2, t0; add.u32 r9, t1, 99;", 2,
      A + B + C + 99 },
    { "bits and two words", "xor.b32 t0, r0, r1; add.u32 t1, t0, r2; add.u32 r9, t1, 99;", 1,
      (A ^ B) + C + 99 },
    { "two words and bits", "add.u32 t1, r2, 99; xor.b32 t0, r0, r1; add.u32 r9, t1, t0;", 1,
      (A ^ B) + C + 99 },
    { "two parts with bits", "xor.b32 t0, r0, r1; or.b32 t1, r0, r2; add.u32 r9, t1, t0;", 2,
      (A ^ B) + (A | C) },
    { "a rotation and a word", "shf.l.wrap.b32 t0, r0, r0, 7; add.u32 r9, r2, t0;", 1, TURNED + C },
    { "a table", "lop3.b32 t0, r0, r1, r2, 0x96; not.b32 t1, t0; add.u32 r9, t1, 1;", 2,
      ~(A ^ B ^ C) + 1 },
    { "a complement that two read",
      "not.b32 t1, r0; and.b32 t2, t1, r1; xor.b32 t3, t1, r2; add.u32 t4, t2, 1; add.u32 t5, t3, "
      "2; xor.b32 r9, t4, t5;",
      3, ((~A & B) + 1) ^ ((~A ^ C) + 2) },
    { "a second reader", "xor.b32 t0, r0, r1; add.u32 t1, t0, r2; sub.u32 r9, t1, t0;", 3, C },
    { "both operands", "xor.b32 t0, r0, r1; add.u32 r9, t0, t0;", 2, 2 * (A ^ B) },
    { "an operand that changes", "xor.b32 t0, r0, r1; mul.lo.u32 r0, r0, 3; add.u32 r9, t0, r0;", 3,
      (A ^ B) + 3 * A },
    { "a rotated word that changes",
      "shf.l.wrap.b32 t0, r0, r0, 7; mul.lo.u32 r0, r0, 3; add.u32 r9, t0, r0;", 3,
      TURNED + 3 * A },
    { "an operand that is the result", "xor.b32 r0, r0, r1; add.u32 r9, r0, r2;", 2, (A ^ B) + C },
    { "two definitions", "xor.b32 r8, r0, r1; add.u32 r9, r8, r2; mov.u32 r8, r1;", 3,
      (A ^ B) + C },
    { "a guard in front", "mov.u32 r9, 0; @p xor.b32 t0, r0, r1; add.u32 r9, t0, r2;", 3,
      (A ^ B) + C },
    { "a guard behind", "mov.u32 r9, 0; xor.b32 t0, r0, r1; @p add.u32 r9, t0, r2;", 3,
      (A ^ B) + C },
    { "a jump between", "xor.b32 t0, r0, r1; bra on; on: add.u32 r9, t0, r2;", 3, (A ^ B) + C },
    { "a jump to what lies between",
      "mov.u32 r8, 0; xor.b32 t0, r0, r8; on: add.u32 r9, t0, r2; add.u32 r8, r8, 1; "
      "setp.eq.u32 p, r8, 1; @p bra on;",
      11, A + C },
    { "a value of the round before",
      "mov.u32 r8, 0; on: add.u32 r9, r1, t0; shf.l.wrap.b32 t0, r0, r0, 7; add.u32 r8, r8, 1; "
      "setp.lt.u32 p, r8, 3; @p bra on;",
      17, B + TURNED },
    { "a complement of itself",
      "add.u32 r8, t0, 0; not.b32 t0, t0; mul.lo.u32 r0, r0, 3; add.u32 r9, t0, r8;", 4, ~0u },
    { "a carry that is made", "add.cc.u32 t0, r1, r1; addc.u32 t1, r0, 0; add.u32 r9, t0, t1;", 3,
      2 * B + A + 1 },
    { "a carry that is used", "add.cc.u32 t0, r1, r1; add.u32 t2, r0, r2; addc.u32 r9, t2, t0;", 3,
      A + C + 2 * B + 1 },
    { "saturation", "add.sat.s32 t0, r0, 0x7fffffff; add.u32 r9, t0, r2;", 2, 0x7fffffffu + C },
    { "a rotation of two words", "shf.l.wrap.b32 t0, r0, r1, 7; add.u32 r9, r2, t0;", 2,
      (B << 7 | A >> 25) + C },
    { "a word with itself", "and.b32 t0, r0, r0; add.u32 r9, t0, r2;", 1, A + C },
    { "a shuffle in the function",
      "shfl.sync.idx.b32 t5, r0, 0, 31, 1; and.b32 t0, r0, r1; add.u32 r9, t0, r2;", 3,
      (A & B) + C },
};

TEST(only_what_nobody_else_sees_is_folded)
{
    uint32_t result;
    uint64_t none = count("", &result);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        uint64_t steps = count(cases[k].body, &result);
        if (steps - none != cases[k].instructions || result != cases[k].result)
            fprintf(stderr, "%s:\n", cases[k].what);
        CHECK_INT(steps - none, cases[k].instructions);
        CHECK_INT(result, cases[k].result);
    }
}

TEST(what_is_known_of_an_access_moves_with_it)
{
    char text[4096];
    struct run r;
    snprintf(text, sizeof text,
             "%sld.global.u32 r0, [from];\nxor.b32 t0, r0, 7;\nadd.u32 r1, t0, 9;\n"
             "st.global.u32 [to+1048576], r1;\nret;\n}\n",
             HEAD);
    if (!load(&r, text))
        return;
    uint32_t line = 1;
    for (const char *at = text; at < strstr(text, "st.global"); at++)
        line += *at == '\n';
    ARG(&r, uint64_t, (uint64_t)(uintptr_t)run_array(&r, 64));
    ARG(&r, uint64_t, (uint64_t)(uintptr_t)run_array(&r, 64));
    CHECK(!run_kernel(&r, "k", 1, 1, 0));
    CHECK_INT(r.fault.origins, 2);
    CHECK_INT(r.fault.ptx_line, line);
    run_finish(&r);
}
