/* Endings: in a kernel of many accesses a thread ends where it is first wrong.  The driver's
 * compiler would take many times as long for a copy of each region that goes on behind it.  Here a
 * few statements say which group of accesses is wrong and how far from its memory; one piece of
 * code for the whole kernel finds the access by a table, and writes the record. */
#include <stdio.h>

#include "instrument/rewriter.h"

/* Of ending_member.kind: bits that an aligned address does not have; index in .end_roots; the
 * address has 32 bits. */
enum { KIND_MASK = 0xff, KIND_ROOT_SHIFT = 8, KIND_ROOTS = 1 << 16 };
#define KIND_NARROW (1u << 31)

static uint32_t root_index(struct rewriter *r, uint32_t root, uint32_t needs)
{
    struct end_root of = { root, needs };
    for (uint32_t i = 0; i < r->end_roots.count; i++)
        if (r->end_roots.data[i].root == root && r->end_roots.data[i].needs == needs)
            return i;
    r->failed |= iq_vec_push(&r->end_roots, of) != 0 || r->end_roots.count == KIND_ROOTS;
    return (uint32_t)r->end_roots.count - 1;
}

void iq_endings_add_member(struct rewriter *r, const struct tested *t, uint32_t at)
{
    uint32_t mask = t->asked || t->passed ? t->access.alignment - 1 : 0;
    struct ending_member member = {
        .at = at,
        .bytes = t->access.bytes,
        .kind = (mask & KIND_MASK) | root_index(r, t->roots.of[0], t->needs) << KIND_ROOT_SHIFT |
                (t->narrow ? KIND_NARROW : 0),
        .site = (uint32_t)(r->sites.count - 1) << 1,
    };
    r->failed |= iq_vec_push(&r->members, member) != 0;
}

void iq_endings_put(struct rewriter *r, const struct tested *group, uint32_t first,
                    const char *guard)
{
    for (uint32_t i = first; i + 1 < r->members.count; i++)
        r->members.data[i].site |= 1; /* more come */
    iq_checks_put_distance(r, group);
    PUT("\tmov.u32 %%iqr1, %u;\n\t%sbra $iq_end;\n", first, guard);
}

/* %iqh and %iqv: start and size of the memory of root %iqr2. */
static void put_memories(struct rewriter *r)
{
    for (uint32_t i = 0; i < r->end_roots.count; i++) {
        COLD("\tsetp.eq.u32 %%iqq, %%iqr2, %u;\n", i);
        iq_checks_put_memory(r, r->end_roots.data[i].root, r->end_roots.data[i].needs, "@%iqq ");
    }
}

void iq_endings_put_code(struct rewriter *r)
{
    if (!r->end_roots.count)
        return;
    COLD("$iq_end:\n"
         "\tmov.u64 %%iqu, " IQ_INSTRUMENT_MEMBERS "; mad.wide.u32 %%iqu, %%iqr1, %u, %%iqu;\n"
         "\tld.global.v4.u32 {%%iqen0, %%iqen1, %%iqen2, %%iqen3}, [%%iqu];\n"
         "\tshr.u32 %%iqr2, %%iqen2, %u; and.b32 %%iqr2, %%iqr2, %u;\n",
         (uint32_t)sizeof(struct ending_member), KIND_ROOT_SHIFT, KIND_ROOTS - 1);
    put_memories(r);
    COLD("\tcvt.u64.u32 %%iqu, %%iqen0; add.s64 %%iqef, %%iqt, %%iqu;\n"
         "\tadd.s64 %%iqu, %%iqh, %%iqef; cvt.u32.u64 %%iqr0, %%iqu;\n"
         "\tand.b32 %%iqr0, %%iqr0, %%iqen2; and.b32 %%iqr0, %%iqr0, %u;\n"
         "\tsetp.ne.u32 %%iqx, %%iqr0, 0; setp.ge.or.u64 %%iqx, %%iqef, %%iqv, %%iqx;\n",
         KIND_MASK);
    COLD("\tsub.s64 %%iqef, %%iqv, %%iqef; cvt.u64.u32 %%iqv, %%iqen1;\n"
         "\tsetp.lt.or.u64 %%iqx, %%iqef, %%iqv, %%iqx;\n"
         "\tadd.u32 %%iqr1, %%iqr1, 1; and.b32 %%iqr0, %%iqen3, 1;\n"
         "\tsetp.eq.or.u32 %%iqx, %%iqr0, 0, %%iqx;\n\t@!%%iqx bra $iq_end;\n"
         "\tmov.b64 %%iqt, %%iqu; shr.u32 %%iqr1, %%iqen3, 1;\n"
         "\tsetp.lt.s32 %%iqq, %%iqen2, 0; @%%iqq and.b64 %%iqt, %%iqt, 0xffffffff;\n");
    iq_notes_put_last(r, "$iq_exit");
    COLD("$iq_exit:\n\texit;\n");
}

void iq_endings_put_table(const struct rewriter *r, struct iq_str *to)
{
    if (!r->members.count)
        return;
    iq_str_printf(to, "\n.global .align 16 .b32 " IQ_INSTRUMENT_MEMBERS "[%u] = {",
                  (uint32_t)r->members.count * 4);
    for (uint32_t i = 0; i < r->members.count; i++) {
        const struct ending_member *m = &r->members.data[i];
        iq_str_printf(to, "%s%u,%u,%u,%u", i ? "," : "", m->at, m->bytes, m->kind, m->site);
        iq_str_printf(to, i % 8 == 7 ? "\n" : "");
    }
    iq_str_printf(to, "};\n");
}
