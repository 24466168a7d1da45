/* Shadow bits of global memory, one a byte, set where something has been written: as
 * ptx/exec_shadow.c keeps them on the software device. */
#include <stdio.h>
#include <string.h>

#include "instrument/rewriter.h"

enum { BYTES_MAX = 32, SHADOW_TESTS = 512 /* in a kernel */ };

static uint32_t low_bits(uint32_t count) { return count >= 32 ? UINT32_MAX : (1u << count) - 1; }

/* %iqx: the access is carried out, in memory of [root] that has shadow bits; then %iqt is its
 * address and %iqu that of the byte of its first bit. */
static void put_place(struct rewriter *r, const struct iq_memory_access *access, uint32_t site,
                      uint32_t root, const char *runs)
{
    uint32_t shadow = iq_rewriter_word(r, IQ_WORD_SHADOW, root, 0, 0);
    iq_rewriter_put_address(r, &r->text, access, "%iqt");
    PUT("\tsetp.ne.and.u64 %%iqx, %%iqw%u, 0, %s;\n", shadow, runs);
    if (r->sites.data[site].root_count > 1)
        PUT("\tsub.s64 %%iqu, %%iqt, %%iqw%u; setp.lt.and.u64 %%iqx, %%iqu, %%iqw%u, %%iqx;\n",
            iq_rewriter_word(r, IQ_WORD_BASE, root, 0, 0),
            iq_rewriter_word(r, IQ_WORD_LIMIT, root, access->bytes, 0));
    PUT("\tshr.u64 %%iqu, %%iqt, 3; add.s64 %%iqu, %%iqu, %%iqw%u;\n", shadow);
}

/* Of shadow bits that fill bytes of their own. */
static const char *whole_type(uint32_t bytes)
{
    return bytes == 32 ? "u32" : bytes == 16 ? "u16" : "u8";
}

/* Neighbours' bits are other threads', so fewer than eight are set by an atomic operation. */
static void put_write(struct rewriter *r, uint32_t bytes)
{
    if (bytes >= 8) {
        PUT("\tmov.u32 %%iqr0, -1;\n\t@%%iqx st.global.%s [%%iqu], %%iqr0;\n", whole_type(bytes));
        return;
    }
    PUT("\tcvt.u32.u64 %%iqr1, %%iqt; and.b32 %%iqr1, %%iqr1, 31; and.b64 %%iqu, %%iqu, -4;\n"
        "\tmov.u32 %%iqr0, %u; shl.b32 %%iqr0, %%iqr0, %%iqr1; mov.u32 %%iqr1, 0;\n"
        "\t@%%iqx ld.volatile.global.u32 %%iqr1, [%%iqu];\n"
        "\tnot.b32 %%iqr1, %%iqr1; and.b32 %%iqr1, %%iqr1, %%iqr0;\n"
        "\tsetp.ne.and.u32 %%iqx, %%iqr1, 0, %%iqx;\n"
        "\t@%%iqx red.global.or.b32 [%%iqu], %%iqr0;\n",
        low_bits(bytes));
}

/* Out of line: the bytes of %iqr0 are missing. */
static void put_note(struct rewriter *r, const struct iq_memory_access *access, uint32_t root,
                     uint32_t test)
{
    char label[24];
    snprintf(label, sizeof label, "$iq_v%u", test);
    COLD("$iq_u%u:\n\tcvt.u64.u32 %%iqh, %%iqr0;\n", test);
    iq_notes_put(r, &r->cold, (uint32_t)r->sites.count - 1, access, &root, label);
    COLD("\tbra %s;\n", label);
}

/* Are all the bytes that are wanted of the access there?  [used], [stored]: see struct iq_demand;
 * what is only stored elsewhere may lack some, as the padding of a structure does. */
static void put_read(struct rewriter *r, const struct iq_statement *s,
                     const struct iq_memory_access *access, uint32_t root, uint32_t used,
                     bool stored)
{
    uint32_t all = low_bits(access->bytes), test = r->shadow_tests++;
    if (!iq_rewriter_add_site(r, s, access, false, IQ_CHECK_UNINITIALIZED))
        return;
    PUT("\tmov.u32 %%iqr0, -1;\n\t@%%iqx ld.volatile.global.%s %%iqr0, [%%iqu];\n",
        whole_type(access->bytes));
    if (access->bytes < 8)
        PUT("\tcvt.u32.u64 %%iqr1, %%iqt; and.b32 %%iqr1, %%iqr1, 7;\n"
            "\tshr.u32 %%iqr0, %%iqr0, %%iqr1;\n");
    PUT("\tnot.b32 %%iqr0, %%iqr0; and.b32 %%iqr0, %%iqr0, %u; and.b32 %%iqr1, %%iqr0, %u;\n"
        "\tsetp.ne.and.u32 %%iqq, %%iqr1, 0, %%iqx;\n",
        all, used);
    if (stored)
        PUT("\tsetp.eq.and.u32 %%iqx, %%iqr0, %u, %%iqx; or.pred %%iqq, %%iqq, %%iqx;\n", all);
    PUT("\t@%%iqq bra $iq_u%u;\n$iq_v%u:\n", test, test);
    put_note(r, access, root, test);
}

/* Labels of ours cannot be in a scope of its own. */
static bool may_test(const struct rewriter *r, const struct iq_statement *s)
{
    return s->depth == 1 && r->role == IQ_ROLE_KERNEL && r->shadow_tests < SHADOW_TESTS;
}

void iq_shadow_put(struct rewriter *r, const struct iq_statement *s,
                   const struct iq_memory_access *access, uint32_t site, const char *runs)
{
    if (!(r->checks & IQ_INSTRUMENT_UNINITIALIZED) || access->space != IQ_SPACE_GLOBAL)
        return;
    uint32_t line = r->body->tokens.data[s->first].line, demand = iq_demands_at(&r->demands, line),
             all = low_bits(access->bytes);
    bool reads = (!access->is_write || access->is_atomic) && demand && may_test(r, s);
    uint32_t used = access->is_atomic || access->bytes > 16 ? all : demand & all;
    for (uint8_t i = 0; i < r->sites.data[site].root_count; i++) {
        uint32_t root = r->sites.data[site].roots[i];
        if (r->body->roots.data[root].variable)
            continue;
        if (reads) {
            put_place(r, access, site, root, runs);
            put_read(r, s, access, root, used, demand >> 16 & all);
        }
        if (access->is_write) {
            put_place(r, access, site, root, runs);
            put_write(r, access->bytes);
        }
    }
}

bool iq_shadow_is_harmless(const struct rewriter *r, const struct iq_statement *s)
{
    uint32_t target = iq_call_target(r->body, s);
    struct iq_name name = iq_token_name(&r->body->tokens.data[target ? target : s->opcode]);
    return iq_name_is(name, "vprintf") || iq_name_is(name, "__assertfail");
}

bool iq_shadow_is_passed(const struct rewriter *r, const struct iq_statement *s)
{
    static const struct {
        const char *opcode, *modifier; /* NULL: any */
    } writers[] = { { "st", NULL },       { "atom", NULL }, { "red", NULL },
                    { "wmma", "store" },  { "cp", "bulk" }, { "multimem", NULL },
                    { "tensormap", NULL } };
    static const char *const elsewhere[] = { "param", "param::func", "shared", "shared::cta",
                                             "local" };
    if (s->kind != IQ_STATEMENT_INSTRUCTION)
        return false;
    struct iq_name opcode = iq_token_name(&r->body->tokens.data[s->opcode]);
    bool writes = iq_name_is(opcode, "call") && !iq_shadow_is_harmless(r, s), apart = false;
    for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++)
        apart |= !iq_has_modifier(r->body, s, "bulk") && iq_has_modifier(r->body, s, elsewhere[i]);
    for (size_t i = 0; i < sizeof writers / sizeof *writers; i++)
        writes |= iq_name_is(opcode, writers[i].opcode) && !apart &&
                  (!writers[i].modifier || iq_has_modifier(r->body, s, writers[i].modifier));
    return writes;
}
