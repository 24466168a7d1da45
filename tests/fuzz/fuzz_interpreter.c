// link: ptx
/* Random programs of integer, logic, single and double precision instructions with branches that part the lanes and short loops: what the
 * interpreter leaves in the registers of 40 threads is compared with a plain evaluation, one thread at a time. */
#include "ptx/ptx.h"
#include "ptx/ptx_exec.h"
#include "../ptx/say.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { THREADS = 40, WORDS = 6, WIDES = 3, SINGLES = 3, DOUBLES = 2, PREDICATES = 3, MOST = 64 };

struct state { uint32_t r[WORDS]; uint64_t d[WIDES]; float f[SINGLES]; double g[DOUBLES]; uint32_t p[PREDICATES]; };
struct step { uint8_t op, to, a, b, c, guard; uint32_t imm; };

/* ---- operations: text for the one, C for the other ---- */

static uint32_t shift_left(uint32_t a, uint32_t n) { return n > 31 ? 0 : a << n; }
static uint32_t shift_right(uint32_t a, uint32_t n) { return n > 31 ? 0 : a >> n; }
static uint32_t shift_signed(uint32_t a, uint32_t n) { return (uint32_t)((int64_t)(int32_t)a >> (n > 31 ? 31 : n)); }
static uint32_t reverse(uint32_t a) { uint32_t r = 0; for (int i = 0; i < 32; i++) r |= (a >> i & 1) << (31 - i); return r; }
static uint32_t permute(uint32_t a, uint32_t b, uint32_t c)
{
    uint64_t pair = (uint64_t)b << 32 | a;
    uint32_t r = 0;
    for (int i = 0; i < 4; i++) {
        uint32_t s = c >> 4 * i, v = (uint32_t)(pair >> 8 * (s & 7)) & 255;
        r |= (s & 8 ? v & 128 ? 255u : 0 : v) << 8 * i;
    }
    return r;
}
static uint32_t extract(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t at = b & 255, n = c & 255;
    uint64_t v = at > 31 ? 0 : a >> at;
    return n > 31 ? (uint32_t)v : (uint32_t)(v & ((1ull << n) - 1));
}
static uint32_t three(uint32_t a, uint32_t b, uint32_t c, uint32_t table)
{
    uint32_t r = 0;
    for (int i = 0; i < 32; i++)
        r |= (table >> ((a >> i & 1) << 2 | (b >> i & 1) << 1 | (c >> i & 1)) & 1) << i;
    return r;
}
static float canonical(float v) { return isnan(v) ? NAN : v; }
/* A number before NaN, -0 before +0. */
static float smaller(float a, float b)
{
    if (isnan(a) || isnan(b))
        return isnan(a) ? canonical(b) : a;
    return a < b || (a == b && signbit(a)) ? a : b;
}

#define R(x) s->r[(x) % WORDS]
#define D(x) s->d[(x) % WIDES]
#define F(x) s->f[(x) % SINGLES]
#define G(x) s->g[(x) % DOUBLES]
#define P(x) s->p[(x) % PREDICATES]
/* WORD(text of three registers, value) */
#define STEPS \
    WORD("add.u32 r%u, r%u, r%u", R(i->a) + R(i->b)) WORD("sub.u32 r%u, r%u, r%u", R(i->a) - R(i->b)) WORD("mul.lo.u32 r%u, r%u, r%u", R(i->a) * R(i->b)) \
    WORD("mul.hi.u32 r%u, r%u, r%u", (uint32_t)((uint64_t)R(i->a) * R(i->b) >> 32)) \
    WORD("mul.hi.s32 r%u, r%u, r%u", (uint32_t)((uint64_t)((int64_t)(int32_t)R(i->a) * (int32_t)R(i->b)) >> 32)) \
    WORD("div.u32 r%u, r%u, r%u", R(i->b) ? R(i->a) / R(i->b) : UINT32_MAX) WORD("rem.u32 r%u, r%u, r%u", R(i->b) ? R(i->a) % R(i->b) : UINT32_MAX) \
    WORD("min.s32 r%u, r%u, r%u", (int32_t)R(i->a) < (int32_t)R(i->b) ? R(i->a) : R(i->b)) WORD("max.u32 r%u, r%u, r%u", R(i->a) > R(i->b) ? R(i->a) : R(i->b)) \
    WORD("and.b32 r%u, r%u, r%u", R(i->a) & R(i->b)) WORD("or.b32 r%u, r%u, r%u", R(i->a) | R(i->b)) WORD("xor.b32 r%u, r%u, r%u", R(i->a) ^ R(i->b)) \
    WORD("shl.b32 r%u, r%u, r%u", shift_left(R(i->a), R(i->b))) WORD("shr.u32 r%u, r%u, r%u", shift_right(R(i->a), R(i->b))) \
    WORD("shr.s32 r%u, r%u, r%u", shift_signed(R(i->a), R(i->b)))

static const char *const word_texts[] = {
#define WORD(t, v) t,
    STEPS
#undef WORD
};
enum { WORD_COUNT = sizeof word_texts / sizeof *word_texts };
enum { NOT = WORD_COUNT, POPC, CLZ, BREV, IMMEDIATE, MAD, PRMT, BFE, LOP3, FUNNEL, SELECT, COMPARE_U, COMPARE_S, NEGATE_P, WIDE, WIDE_ADD, WIDE_MAD, NARROW, LIFT,
       F_ADD, F_MUL, F_FMA, F_MIN, F_OF_INT, G_ADD, G_FMA, G_OF_F, SKIP, LOOP, OPS };

static void step_word(const struct step *i, struct state *s)
{
    uint32_t k = 0, op = i->op;
#define WORD(t, v) if (op == k++) { R(i->to) = v; return; }
    STEPS
#undef WORD
}

static void evaluate_step(const struct step *i, struct state *s)
{
    uint32_t n = R(i->c) & 31;
    switch (i->op) {
    case NOT: R(i->to) = ~R(i->a); break;
    case POPC: R(i->to) = (uint32_t)__builtin_popcount(R(i->a)); break;
    case CLZ: R(i->to) = R(i->a) ? (uint32_t)__builtin_clz(R(i->a)) : 32; break;
    case BREV: R(i->to) = reverse(R(i->a)); break;
    case IMMEDIATE: R(i->to) = i->imm; break;
    case MAD: R(i->to) = R(i->a) * R(i->b) + R(i->c); break;
    case PRMT: R(i->to) = permute(R(i->a), R(i->b), R(i->c)); break;
    case BFE: R(i->to) = extract(R(i->a), R(i->b), R(i->c)); break;
    case LOP3: R(i->to) = three(R(i->a), R(i->b), R(i->c), i->imm & 255); break;
    case FUNNEL: R(i->to) = n ? R(i->b) << n | R(i->a) >> (32 - n) : R(i->b); break;
    case SELECT: R(i->to) = P(i->c) ? R(i->a) : R(i->b); break;
    case COMPARE_U: P(i->to) = R(i->a) < R(i->b); break;
    case COMPARE_S: P(i->to) = (int32_t)R(i->a) >= (int32_t)R(i->b); break;
    case NEGATE_P: P(i->to) = !P(i->a); break;
    case WIDE: D(i->to) = (uint64_t)R(i->a) * R(i->b); break;
    case WIDE_ADD: D(i->to) = D(i->a) + D(i->b); break;
    case WIDE_MAD: D(i->to) = D(i->a) * D(i->b) + D(i->c); break;
    case NARROW: R(i->to) = (uint32_t)D(i->a); break;
    case LIFT: D(i->to) = (uint64_t)(int64_t)(int32_t)R(i->a); break;
    case F_ADD: F(i->to) = canonical(F(i->a) + F(i->b)); break;
    case F_MUL: F(i->to) = canonical(F(i->a) * F(i->b)); break;
    case F_FMA: F(i->to) = canonical(fmaf(F(i->a), F(i->b), F(i->c))); break;
    case F_MIN: F(i->to) = smaller(F(i->a), F(i->b)); break;
    case F_OF_INT: F(i->to) = (float)(int32_t)R(i->a); break;
    case G_ADD: G(i->to) = G(i->a) + G(i->b); break;
    case G_FMA: G(i->to) = fma(G(i->a), G(i->b), G(i->c)); break;
    case G_OF_F: G(i->to) = (double)F(i->a); break;
    default: step_word(i, s);
    }
}

static void print_step(const struct step *i)
{
#define ONE(t) say(t, i->to % WORDS, i->a % WORDS); break
    uint32_t to = i->to % WORDS, a = i->a % WORDS, b = i->b % WORDS, c = i->c % WORDS;
    if (i->guard % 4 < PREDICATES && i->guard & 64)
        say("@%sp%u ", i->guard & 128 ? "!" : "", i->guard % 4);
    switch (i->op) {
    case NOT: ONE("not.b32 r%u, r%u");
    case POPC: ONE("popc.b32 r%u, r%u");
    case CLZ: ONE("clz.b32 r%u, r%u");
    case BREV: ONE("brev.b32 r%u, r%u");
    case IMMEDIATE: say("mov.u32 r%u, %u", to, i->imm); break;
    case MAD: say("mad.lo.u32 r%u, r%u, r%u, r%u", to, a, b, c); break;
    case PRMT: say("prmt.b32 r%u, r%u, r%u, r%u", to, a, b, c); break;
    case BFE: say("bfe.u32 r%u, r%u, r%u, r%u", to, a, b, c); break;
    case LOP3: say("lop3.b32 r%u, r%u, r%u, r%u, %u", to, a, b, c, i->imm & 255); break;
    case FUNNEL: say("shf.l.wrap.b32 r%u, r%u, r%u, r%u", to, a, b, c); break;
    case SELECT: say("selp.b32 r%u, r%u, r%u, p%u", to, a, b, i->c % PREDICATES); break;
    case COMPARE_U: say("setp.lt.u32 p%u, r%u, r%u", i->to % PREDICATES, a, b); break;
    case COMPARE_S: say("setp.ge.s32 p%u, r%u, r%u", i->to % PREDICATES, a, b); break;
    case NEGATE_P: say("not.pred p%u, p%u", i->to % PREDICATES, i->a % PREDICATES); break;
    case WIDE: say("mul.wide.u32 d%u, r%u, r%u", i->to % WIDES, a, b); break;
    case WIDE_ADD: say("add.u64 d%u, d%u, d%u", i->to % WIDES, i->a % WIDES, i->b % WIDES); break;
    case WIDE_MAD: say("mad.lo.u64 d%u, d%u, d%u, d%u", i->to % WIDES, i->a % WIDES, i->b % WIDES, i->c % WIDES); break;
    case NARROW: say("cvt.u32.u64 r%u, d%u", to, i->a % WIDES); break;
    case LIFT: say("cvt.s64.s32 d%u, r%u", i->to % WIDES, a); break;
    case F_ADD: say("add.rn.f32 f%u, f%u, f%u", i->to % SINGLES, i->a % SINGLES, i->b % SINGLES); break;
    case F_MUL: say("mul.rn.f32 f%u, f%u, f%u", i->to % SINGLES, i->a % SINGLES, i->b % SINGLES); break;
    case F_FMA: say("fma.rn.f32 f%u, f%u, f%u, f%u", i->to % SINGLES, i->a % SINGLES, i->b % SINGLES, i->c % SINGLES); break;
    case F_MIN: say("min.f32 f%u, f%u, f%u", i->to % SINGLES, i->a % SINGLES, i->b % SINGLES); break;
    case F_OF_INT: say("cvt.rn.f32.s32 f%u, r%u", i->to % SINGLES, a); break;
    case G_ADD: say("add.rn.f64 g%u, g%u, g%u", i->to % DOUBLES, i->a % DOUBLES, i->b % DOUBLES); break;
    case G_FMA: say("fma.rn.f64 g%u, g%u, g%u, g%u", i->to % DOUBLES, i->a % DOUBLES, i->b % DOUBLES, i->c % DOUBLES); break;
    case G_OF_F: say("cvt.f64.f32 g%u, f%u", i->to % DOUBLES, i->a % SINGLES); break;
    default: say(word_texts[i->op], to, a, b);
    }
    say(";\n");
#undef ONE
}

/* ---- whole programs ---- */

/* SKIP leaves out the next 1 to 4 steps where its predicate holds; LOOP does them 1 to 4 times, another number in each lane. */
static uint32_t reach(const struct step *steps, uint32_t count, uint32_t at)
{
    uint32_t n = 1 + steps[at].b % 4;
    for (uint32_t k = 1; k <= n && at + k < count; k++)
        if (steps[at + k].op >= SKIP)
            return k - 1;
    return n < count - at - 1 ? n : count - at - 1;
}

static void print_program(const struct step *steps, uint32_t count)
{
    used = 0;
    say(".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 io) {\n"
        ".reg .pred p<%u>, q; .reg .b32 r<%u>, t, n; .reg .b64 d<%u>, at; .reg .f32 f<%u>; .reg .f64 g<%u>;\n"
        "ld.param.u64 at, [io]; mov.u32 t, %%tid.x; mad.wide.u32 at, t, %u, at;\n", PREDICATES, WORDS, WIDES, SINGLES, DOUBLES, (unsigned)sizeof(struct state));
    for (unsigned k = 0; k < WORDS; k++) say("ld.b32 r%u, [at+%u];\n", k, (unsigned)(offsetof(struct state, r) + 4 * k));
    for (unsigned k = 0; k < WIDES; k++) say("ld.b64 d%u, [at+%u];\n", k, (unsigned)(offsetof(struct state, d) + 8 * k));
    for (unsigned k = 0; k < SINGLES; k++) say("ld.f32 f%u, [at+%u];\n", k, (unsigned)(offsetof(struct state, f) + 4 * k));
    for (unsigned k = 0; k < DOUBLES; k++) say("ld.f64 g%u, [at+%u];\n", k, (unsigned)(offsetof(struct state, g) + 8 * k));
    for (unsigned k = 0; k < PREDICATES; k++) say("ld.b32 n, [at+%u]; setp.ne.u32 p%u, n, 0;\n", (unsigned)(offsetof(struct state, p) + 4 * k), k);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t n = steps[i].op >= SKIP ? reach(steps, count, i) : 0;
        if (steps[i].op == SKIP)
            say("@p%u bra E%u;\n", steps[i].a % PREDICATES, i);
        else if (steps[i].op == LOOP)
            say("add.u32 n, t, %u; and.b32 n, n, 3;\nL%u:\n", steps[i].c, i);
        for (uint32_t k = 1; k <= n; k++)
            print_step(&steps[i + k]);
        if (steps[i].op == SKIP)
            say("E%u:\n", i);
        else if (steps[i].op == LOOP)
            say("sub.u32 n, n, 1; setp.ge.s32 q, n, 0; @q bra L%u;\n", i);
        else
            print_step(&steps[i]);
        i += n;
    }
    for (unsigned k = 0; k < WORDS; k++) say("st.b32 [at+%u], r%u;\n", (unsigned)(offsetof(struct state, r) + 4 * k), k);
    for (unsigned k = 0; k < WIDES; k++) say("st.b64 [at+%u], d%u;\n", (unsigned)(offsetof(struct state, d) + 8 * k), k);
    for (unsigned k = 0; k < SINGLES; k++) say("st.f32 [at+%u], f%u;\n", (unsigned)(offsetof(struct state, f) + 4 * k), k);
    for (unsigned k = 0; k < DOUBLES; k++) say("st.f64 [at+%u], g%u;\n", (unsigned)(offsetof(struct state, g) + 8 * k), k);
    for (unsigned k = 0; k < PREDICATES; k++) say("selp.b32 n, 1, 0, p%u; st.b32 [at+%u], n;\n", k, (unsigned)(offsetof(struct state, p) + 4 * k));
    say("ret; }\n");
}

static void guarded(const struct step *i, struct state *s)
{
    bool has = i->guard % 4 < PREDICATES && i->guard & 64, negated = i->guard & 128;
    if (!has || (s->p[i->guard % 4] != 0) != negated)
        evaluate_step(i, s);
}

static void evaluate(const struct step *steps, uint32_t count, uint32_t thread, struct state *s)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t n = steps[i].op >= SKIP ? reach(steps, count, i) : 0;
        uint32_t times = steps[i].op == LOOP ? ((thread + steps[i].c) & 3) + 1 : 1;
        if (steps[i].op == SKIP && s->p[steps[i].a % PREDICATES])
            times = 0;
        for (uint32_t turn = 0; turn < times; turn++)
            for (uint32_t k = 1; k <= n; k++)
                guarded(&steps[i + k], s);
        if (steps[i].op < SKIP)
            guarded(&steps[i], s);
        i += n;
    }
}

static struct state shared_state[THREADS];

static bool resolve(void *ctx, uint64_t addr, uint32_t size, bool write, struct iq_ptx_range *range)
{
    uint64_t begin = (uint64_t)(uintptr_t)shared_state;
    (void)ctx, (void)write;
    if (addr < begin || addr + size > begin + sizeof shared_state)
        return false;
    *range = (struct iq_ptx_range){.begin = begin, .end = begin + sizeof shared_state, .writable = true};
    return true;
}

static bool run(void)
{
    static const struct iq_ptx_env env = {.resolve = resolve};
    struct iq_ptx_parse_options options = {90, "fuzz", true};
    struct iq_ptx_diag diag = {0};
    struct iq_ptx_module *module = NULL;
    struct iq_ptx_launch *launch = NULL;
    uint64_t at = (uint64_t)(uintptr_t)shared_state;
    if (iq_ptx_parse(written, used, &options, &module, &diag))
        return false;
    struct iq_ptx_image *image = iq_ptx_image_create(module, NULL);
    struct iq_ptx_launch_desc desc = {.image = image, .kernel = &module->kernels[0], .grid = {1, 1, 1}, .block = {THREADS, 1, 1}, .params = &at, .env = &env};
    bool done = image && !iq_ptx_launch_create(&desc, &launch);
    struct iq_ptx_block *block = done ? iq_ptx_block_create(launch) : NULL;
    done = block && iq_ptx_block_run(block, 0, 1) == IQ_PTX_RUN_DONE;
    iq_ptx_block_destroy(block);
    iq_ptx_launch_destroy(launch);
    iq_ptx_image_destroy(image);
    iq_ptx_module_destroy(module);
    iq_ptx_diag_finish(&diag);
    return done;
}

/* NaN is NaN, whatever its bits. */
static bool same(const struct state *a, const struct state *b)
{
    bool ok = !memcmp(a->r, b->r, sizeof a->r) && !memcmp(a->d, b->d, sizeof a->d) && !memcmp(a->p, b->p, sizeof a->p);
    for (int k = 0; k < SINGLES; k++)
        ok &= (isnan(a->f[k]) && isnan(b->f[k])) || !memcmp(&a->f[k], &b->f[k], sizeof a->f[k]);
    for (int k = 0; k < DOUBLES; k++)
        ok &= (isnan(a->g[k]) && isnan(b->g[k])) || !memcmp(&a->g[k], &b->g[k], sizeof a->g[k]);
    return ok;
}

static void begin(struct state *s, uint32_t seed, uint32_t thread)
{
    static const uint32_t odd[] = {0, 1, 31, 32, 33, 0x7fffffff, 0x80000000, 0xffffffff};
    uint32_t state = seed * 2654435761u + thread * 40503u + 1;
    memset(s, 0, sizeof *s);
    for (int k = 0; k < WORDS; k++)
        s->r[k] = (state = state * 1664525u + 1013904223u) >> 30 ? state : odd[state >> 5 & 7];
    for (int k = 0; k < WIDES; k++) {
        state = state * 1664525u + 1013904223u;
        s->d[k] = (uint64_t)state << 32 | state * 77u;
    }
    for (int k = 0; k < SINGLES; k++)
        s->f[k] = (float)(int32_t)(state = state * 1664525u + 1013904223u) * (k ? 1e-30f : 1.25f);
    for (int k = 0; k < DOUBLES; k++)
        s->g[k] = (double)(int32_t)(state = state * 1664525u + 1013904223u) / 3;
    for (int k = 0; k < PREDICATES; k++)
        s->p[k] = (state = state * 1664525u + 1013904223u) >> 31;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct step steps[MOST];
    struct state expected;
    uint32_t count = 0, seed = size ? data[0] : 0;
    for (size_t at = 1; at + 7 <= size && count < MOST; at += 7, count++)
        steps[count] = (struct step){data[at] % OPS, data[at + 1], data[at + 2], data[at + 3], data[at + 4], data[at + 5],
                                     data[at + 6] | (uint32_t)data[at + 3] << 17 | (uint32_t)data[at + 4] << 24};
    print_program(steps, count);
    for (uint32_t t = 0; t < THREADS; t++)
        begin(&shared_state[t], seed, t);
    bool done = run();
    for (uint32_t t = 0; t < THREADS && done; t++) {
        begin(&expected, seed, t);
        evaluate(steps, count, t, &expected);
        done = same(&expected, &shared_state[t]);
        if (!done)
            fprintf(stderr, "thread %u differs\n", t);
    }
    if (!done) {
        fprintf(stderr, "%s", written);
        abort();
    }
    return 0;
}
