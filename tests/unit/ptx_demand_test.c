// link: ptx
/* Bytes that nothing has written, through every instruction of isa.def: each operand of each form
 * in turn comes from such memory, and what is made of it is stored or decides a branch.  The
 * reference knows nothing of instructions: an operand matters if the result is another one when its
 * bytes are others, and that is tried out.  What matters must be reported; what does not must be
 * silent for the instructions that only move bits (the rest may say that it is used); and what is
 * only copied is silent where a part of it is there. */
#include <stdbool.h>
#include <stdint.h>

#include "ptx/isa.h"
#include "ptx_run.h"

enum { LANES = 32, ROUNDS = 6 };
enum {
    COMPUTES,
    EXACT = 1 /* which bits matter is known exactly */,
    COPIES = 2 /* what is only stored afterwards is a copy */,
    MOVES = EXACT | COPIES,
    HALVES = EXACT | 4 /* of whole bytes */,
    DECIDES = 8 /* no result, or none that follows from it always */
};

/* x: the operand in question, of [in] bytes; d: the result, of [out] bytes (1: predicate, 0: none).
 * Registers with values: a16 b16 c16, a32 ..., p (true), s (shared memory, 64 bit), g (global
 * memory), 16 bytes of each lane. */
struct form {
    const char *mnemonic, *text;
    int in, out, kind;
};
static uint64_t tried;

/* ---- running ---- */

static uint8_t *shadow;
static uint32_t told;

static bool resolve_shadow(void *ctx, uint64_t addr, uint32_t size, bool write,
                           struct iq_ptx_range *range)
{
    struct run *r = ctx;
    if (!run_resolve(ctx, addr, size, write, range))
        return false;
    if (range->begin == r->arrays[0].begin && shadow)
        range->shadow = (uint64_t)(uintptr_t)shadow - (range->begin >> 3);
    return true;
}

static void note(void *ctx, const struct iq_ptx_access *access)
{
    (void)ctx;
    (void)access;
    told++;
}

static const char HEAD[] =
    ".version 8.8\n.target sm_100\n.address_size 64\n"
    ".visible .func (.param .b32 r) callee(.param .b32 v)\n{\n.reg .b32 k;\nld.param.b32 k, [v];\nst.param.b32 [r], k;\nret;\n}\n";
static const char BODY[] =
    "(.param .u64 in, .param .u64 out, .param .u64 values)\n{\n"
    ".reg .pred p, q, %p<8>; .reg .b16 a16, b16, c16, h<9>; .reg .b32 a32, b32, c32, lane, r<40>; .reg .b64 g, s, to, from, at, a64, b64, c64, l<9>;\n"
    ".shared .align 16 .b8 buffer[2048];\n.reg .b128 w;\n"
    "ld.param.u64 from, [in]; ld.param.u64 to, [out]; ld.param.u64 at, [values]; mov.u32 lane, %tid.x;\n"
    "mad.wide.u32 from, lane, 16, from; mad.wide.u32 to, lane, 16, to; ld.global.b32 a32, [at]; ld.global.b32 b32, [at+4]; ld.global.b32 c32, [at+8];\n"
    "ld.global.b64 a64, [at+16]; ld.global.b64 b64, [at+24]; ld.global.b64 c64, [at+32]; ld.global.b16 a16, [at]; ld.global.b16 b16, [at+4];\n"
    "ld.global.b16 c16, [at+8]; setp.ne.u32 p, a32, 0; mad.wide.u32 g, lane, 16, at; add.u64 g, g, 1024;\n"
    "mov.u64 s, buffer; mad.wide.u32 s, lane, 16, s; st.shared.v2.b64 [s], {a64, b64};\n";

/* What becomes of d: stored, or compared with something behind a mask. */
static void put_sink(char *to, size_t size, const struct form *f, uint64_t mask, bool store)
{
    int n = 8 * f->out;
    if (!f->out)
        snprintf(to, size, "ret;\n}\n");
    else if (store && f->out == 1)
        snprintf(to, size, "selp.b32 r39, 1, 0, d;\nst.global.b32 [to], r39;\nret;\n}\n");
    else if (store && f->out == 16)
        snprintf(to, size, "st.global.b128 [to], d;\nret;\n}\n");
    else if (store)
        snprintf(to, size, "st.global.b%d [to], d;\nret;\n}\n", n);
    else if (f->out == 1)
        snprintf(to, size, "@d bra over;\nst.global.b32 [to], 1;\nover: ret;\n}\n");
    else
        snprintf(
            to, size,
            ".reg .b%d e;\nand.b%d e, d, 0x%llx;\nsetp.eq.u%d q, e, 77;\n@q bra over;\nst.global.b32 [to], 1;\nover: ret;\n}\n",
            n, n, (unsigned long long)mask, n);
}

static bool load(struct run *r, const struct form *f, uint64_t mask, bool store)
{
    static char text[8192], sink[512];
    struct iq_ptx_diag diag = { 0 };
    put_sink(sink, sizeof sink, f, mask, store);
    int n =
        snprintf(text, sizeof text, "%s.visible .entry k%s.reg .b%d x;\n", HEAD, BODY, 8 * f->in);
    if (f->out)
        n += snprintf(text + n, sizeof text - (size_t)n,
                      f->out == 1 ? ".reg .pred d;\n" : ".reg .b%d d;\n", 8 * f->out);
    n += snprintf(text + n, sizeof text - (size_t)n, "ld.global.b%d x, [from];\n%s\n%s", 8 * f->in,
                  f->text, sink);
    if (!run_load_text(r, text, (size_t)n, &diag)) {
        iq_ptx_diag_finish(&diag);
        return true;
    }
    char *said = iq_ptx_diag_format(&diag, f->text);
    fprintf(stderr, "%s", said);
    free(said);
    iq_ptx_diag_finish(&diag);
    CHECK(!"the form parses");
    return false;
}

struct memory {
    uint8_t *in, *out, *values;
};

static void fill(struct memory *m)
{
    static const uint16_t halves[] = { 0x3f2b, 0x3e1c, 0x3c55, 0x3d3a,
                                       0x3b17, 0x0000, 0x3a91, 0x3c2e };
    for (int k = 0; k < 64; k++)
        ((uint16_t *)(void *)m->values)[k] = (uint16_t)(halves[k % 8] ^ k / 4);
    for (int k = 0; k < LANES * 8; k++)
        ((uint16_t *)(void *)m->in)[k] = (uint16_t)(0x3d71 + k % 8 * 0x22);
    memset(m->values + 1024, 0x11, LANES * 16);
    memset(m->out, 0, LANES * 16);
}

static bool go(struct run *r, struct memory *m)
{
    ARG(r, uint64_t, (uint64_t)(uintptr_t)m->in);
    ARG(r, uint64_t, (uint64_t)(uintptr_t)m->out);
    ARG(r, uint64_t, (uint64_t)(uintptr_t)m->values);
    return run_kernel(r, "k", 1, LANES, 0);
}

static struct memory set_up(struct run *r)
{
    struct memory m = { run_array(r, LANES * 16), run_array(r, LANES * 16), run_array(r, 2048) };
    r->arrays[0] = r->arrays[r->array_count - 3];
    r->env.resolve = resolve_shadow;
    fill(&m);
    return m;
}

/* ---- the reference: which bits of the result change with the byte, or with all ---- */

static uint64_t next_random(void)
{
    static uint64_t s = 88172645463325252ull;
    s ^= s << 13;
    s ^= s >> 7;
    return s ^= s << 17;
}

static void reference(const struct form *f, uint64_t depends[17])
{
    struct run r;
    uint8_t before[LANES * 16];
    memset(depends, 0, 17 * sizeof *depends);
    shadow = NULL;
    if (!load(&r, f, 0, true))
        return;
    struct memory m = set_up(&r);
    CHECK(go(&r, &m));
    memcpy(before, m.out, sizeof before);
    for (int byte = 0; byte <= f->in; byte++)
        for (int round = 0; round < ROUNDS; round++) {
            fill(&m);
            for (int l = 0; l < LANES; l++)
                for (int k = 0; k < f->in; k++)
                    if (byte == f->in || k == byte)
                        m.in[16 * l + k] = round ? (uint8_t)next_random()
                                                 : (uint8_t)(m.in[16 * l + k] ^ 1u << (l & 7));
            if (!go(&r, &m)) {
                fprintf(stderr, "%s: %s\n", f->text, r.fault.message);
                CHECK(!"the form runs");
                break;
            }
            for (int k = 0; k < LANES * 16; k++)
                depends[byte] |= (uint64_t)(m.out[k] ^ before[k]) << 8 * (k & 7);
        }
    run_finish(&r);
}

/* ---- what is reported ---- */

static bool is_told(const struct form *f, uint64_t mask, bool store, uint32_t byte)
{
    struct run r;
    static uint8_t bits[LANES * 16 / 8 + 64];
    if (!load(&r, f, mask, store))
        return false;
    struct memory m = set_up(&r);
    memset(bits, 255, sizeof bits);
    for (uint32_t k = 0; k < LANES * 16; k++)
        if (byte == (uint32_t)f->in ? k % 16 < byte : k % 16 == byte)
            bits[k / 8] &= (uint8_t) ~(1u << (k & 7));
    shadow = bits;
    told = 0;
    r.env.uninitialized = note;
    CHECK(go(&r, &m));
    run_finish(&r);
    return told;
}

static void expect(const struct form *f, bool told_it, bool wanted, const char *how, uint64_t mask,
                   int byte)
{
    tried++;
    if (told_it == wanted)
        return;
    fprintf(stderr, "%s: %s, mask 0x%llx, byte %d of %d unwritten: %s\n", f->text, how,
            (unsigned long long)mask, byte, f->in, wanted ? "lost" : "told for nothing");
    CHECK(told_it == wanted);
}

static void check_form(const struct form *f)
{
    static const uint64_t masks[] = { ~0ull,     0xff, 0xff00, 0x10, 0xffff0000, 0x8000000000000000,
                                      0x80000000 };
    uint64_t depends[17],
        width = f->out == 16 || !f->out ? ~0ull : (1ull << (8 * f->out - 1)) * 2 - 1;
    if (f->kind == DECIDES) {
        expect(f, is_told(f, 0, false, (uint32_t)f->in), true, "decides", 0, f->in);
        return;
    }
    reference(f, depends);
    for (int byte = 0; byte <= f->in; byte++) {
        bool whole = byte == f->in, stored = is_told(f, 0, true, (uint32_t)byte);
        if (depends[byte] && (whole || !(f->kind & COPIES)))
            expect(f, stored, true, "stored", 0, byte);
        else if (depends[byte] || f->kind & EXACT)
            expect(f, stored, false, "stored", 0, byte);
        for (size_t k = 0; k < (f->out == 1 || f->out == 16 ? 1 : sizeof masks / sizeof *masks);
             k++) {
            uint64_t mask = masks[k] & width;
            if (f->out == 16 || !mask || (f->out == 2 && mask >> 16))
                continue;
            bool used = is_told(f, mask, false, (uint32_t)byte);
            if (depends[byte] & (f->out == 1 ? ~0ull : mask))
                expect(f, used, true, "compared", mask, byte);
            else if (f->kind & EXACT && !(f->kind == HALVES && !(mask & (mask - 1))))
                expect(f, used, false, "compared", mask, byte);
        }
    }
}

#include "ptx_demand_forms.h"

/* ---- forms made from the letters of a row ---- */

static const char *extra_of(const char *mnemonic, enum iq_ptx_type t)
{
    static const char *const rounded[] = { "rcp", "sqrt", "div", "fma", "mad" },
                             *const approximate[] = { "rsqrt", "sin", "cos", "lg2", "ex2", "tanh" };
    bool is_float = iq_ptx_type_is_float(t);
    for (size_t k = 0; is_float && k < 5; k++)
        if (!strcmp(mnemonic, rounded[k]))
            return ".rn";
    for (size_t k = 0; is_float && k < 6; k++)
        if (!strcmp(mnemonic, approximate[k]))
            return ".approx";
    return !strncmp(mnemonic, "mul24", 5) || !strncmp(mnemonic, "mad24", 5) ? ".lo"
           : !strcmp(mnemonic, "testp")                                     ? ".normal"
           : !strcmp(mnemonic, "bmsk") || !strcmp(mnemonic, "szext")        ? ".clamp"
                                                                            : "";
}

static int kind_of(const char *mnemonic)
{
    if (!strcmp(mnemonic, "and") || !strcmp(mnemonic, "or"))
        return COPIES;
    return !strcmp(mnemonic, "xor") || !strcmp(mnemonic, "not") ? MOVES : COMPUTES;
}

/* True if the row could be made into forms. */
static bool check_row(const struct iq_ptx_row *row, enum iq_ptx_type t)
{
    int size = (int)iq_ptx_type_size(t);
    const char *letters = row->form;
    char text[200];
    struct form f = { row->mnemonic, text, 0,
                      strchr("p", letters[0]) ? 1
                      : letters[0] == 'U'     ? 4
                                              : size,
                      kind_of(row->mnemonic) };
    static const char *const by_hand[] = { "fns", "isspacep", "bfi", "selp", "prmt" };
    for (size_t k = 0; k < sizeof by_hand / sizeof *by_hand; k++)
        if (!strcmp(row->mnemonic, by_hand[k]))
            return false;
    if (letters[0] == '*' || !strchr("dUp", letters[0]) || strpbrk(letters, "mvVs[x") ||
        (letters[0] == 'p' && letters[1] == 'q') || size > 8)
        return false;
    for (size_t which = 1; letters[which]; which++) {
        if (letters[which] == 'q')
            continue;
        f.in = letters[which] == 'u' ? 4 : size;
        int n = snprintf(text, sizeof text, "%s%s.%s d", row->mnemonic, extra_of(row->mnemonic, t),
                         iq_ptx_type_name(t));
        for (size_t k = 1; letters[k]; k++)
            n += k == which          ? snprintf(text + n, sizeof text - (size_t)n, ", x")
                 : letters[k] == 'q' ? snprintf(text + n, sizeof text - (size_t)n, ", p")
                 : letters[k] == 'u' && strchr("fbs", row->mnemonic[0])
                     ? snprintf(text + n, sizeof text - (size_t)n, ", %d", k == 2 ? 5 : 9)
                     : snprintf(text + n, sizeof text - (size_t)n, ", %c%d", (int)("cabc"[k % 4]),
                                letters[k] == 'u' ? 32 : 8 * size);
        snprintf(text + n, sizeof text - (size_t)n, ";");
        check_form(&f);
    }
    return true;
}

static bool has_form(const char *mnemonic)
{
    for (size_t k = 0; k < sizeof forms / sizeof *forms; k++)
        if (!strcmp(forms[k].mnemonic, mnemonic))
            return true;
    return false;
}

static bool needs_none(const char *mnemonic)
{
    for (size_t k = 0; k < sizeof without / sizeof *without; k++)
        if (!strcmp(without[k], mnemonic))
            return true;
    return false;
}

TEST(forms_by_hand)
{
    for (size_t k = 0; k < sizeof forms / sizeof *forms; k++)
        check_form(&forms[k]);
}

TEST(forms_of_rows)
{
    for (uint32_t k = 0; k < iq_ptx_row_count; k++) {
        bool any = false;
        for (int t = TY_NONE + 1; t < TY_COUNT; t++)
            if (iq_ptx_rows[k].types >> t & 1)
                any |= check_row(&iq_ptx_rows[k], (enum iq_ptx_type)t);
        if (any || has_form(iq_ptx_rows[k].mnemonic) || needs_none(iq_ptx_rows[k].mnemonic))
            continue;
        fprintf(stderr, "%s has no form here\n", iq_ptx_rows[k].mnemonic);
        CHECK(any);
    }
    CHECK(tried > 5000);
}
