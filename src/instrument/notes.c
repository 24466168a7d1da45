/* What threads note of an access that is wrong: the record of its site. */
#include <stdio.h>

#include "instrument/rewriter.h"

enum { LOOKS = 256 /* of a thread at a record that another one writes */ };

/* Who it is: one index at a time.  The branches are never taken, but keep the driver's compiler
 * from reading all six at once, which would cost the kernel as many registers; with many records
 * they cost it time. */
static void put_indices(const struct rewriter *r, struct iq_str *to, const char *label)
{
    static const char *const indices[] = { "tid.x",   "tid.y",   "tid.z",
                                           "ctaid.x", "ctaid.y", "ctaid.z" };
    for (uint32_t i = 0; i < sizeof indices / sizeof *indices; i++) {
        iq_str_printf(to, "\tmov.u32 %%iqr0, %%%s; st.volatile.global.u32 [%%iqu+%u], %%iqr0;\n",
                      indices[i], (uint32_t)offsetof(struct iq_instrument_record, thread) + 4 * i);
        if (!r->ends_threads)
            iq_str_printf(to, "\tsetp.eq.u64 %%iqq, %%iqu, 0; @%%iqq bra %s;\n", label);
    }
}

/* Is it the first of its launch, and has the host read the one before?  Then %iqu is where the
 * record goes, else on to [label], or [claimed] if another of the launch is first.  [index] NULL:
 * the site's is in %iqr1. */
static void put_claim(struct rewriter *r, struct iq_str *to, const uint32_t *index,
                      const char *label, const char *claimed)
{
    uint32_t records = iq_rewriter_word(r, IQ_WORD_RECORDS, 0, 0, 0),
             launch = iq_rewriter_word(r, IQ_WORD_LAUNCH, 0, 0, 0);
    iq_str_printf(to,
                  "\tsetp.eq.u64 %%iqq, %%iqw%u, 0;\n\t@%%iqq bra %s;\n"
                  "\tmov.u64 %%iqu, " IQ_INSTRUMENT_COUNTERS ";\n",
                  records, label);
    if (!index)
        iq_str_printf(to, "\tmad.wide.u32 %%iqu, %%iqr1, 8, %%iqu;\n");
    uint32_t counter = index ? *index * 8 : 0;
    /* what all threads do wrong must not make them wait for one counter */
    if (!index || r->sites.data[*index].check != IQ_CHECK_BOUNDS)
        iq_str_printf(to,
                      "\tld.volatile.global.u64 %%iqv, [%%iqu+%u];\n"
                      "\tsetp.eq.u64 %%iqq, %%iqv, %%iqw%u;\n"
                      "\t@%%iqq bra %s;\n",
                      counter, launch, claimed);
    iq_str_printf(to,
                  "\tatom.global.exch.b64 %%iqv, [%%iqu+%u], %%iqw%u;\n"
                  "\tsetp.eq.u64 %%iqq, %%iqv, %%iqw%u;\n"
                  "\t@%%iqq bra %s;\n",
                  counter, launch, launch, claimed);
    uint32_t size = sizeof(struct iq_instrument_record);
    if (index)
        iq_str_printf(to, "\tadd.s64 %%iqu, %%iqw%u, %u;\n", records, *index * size);
    else
        iq_str_printf(to, "\tmad.wide.u32 %%iqu, %%iqr1, %u, %%iqw%u;\n", size, records);
    iq_str_printf(to,
                  "\tld.volatile.global.u64 %%iqv, [%%iqu];\n"
                  "\tsetp.ne.u64 %%iqq, %%iqv, 0;\n"
                  "\t@%%iqq bra %s;\n",
                  label);
}

/* %iqv becomes the first byte of the memory of [root]; NULL: 0, or of an object the texel. */
static void put_base(struct rewriter *r, struct iq_str *to, const uint32_t *root,
                     int64_t displacement, bool is_object)
{
    if (is_object)
        iq_str_printf(to, "\tmov.b64 %%iqv, %%iqtc;\n");
    else if (!root)
        iq_str_printf(to, "\tmov.u64 %%iqv, 0;\n");
    else if (iq_rewriter_variable(r, *root))
        iq_str_printf(to, "\tmov.u64 %%iqv, %.*s;\n", NAME(iq_root_name(r->body, *root)));
    else
        iq_str_printf(to, "\tadd.s64 %%iqv, %%iqw%u, %lld;\n",
                      iq_rewriter_word(r, IQ_WORD_BASE, *root, 0, displacement),
                      (long long)displacement);
}

/* The record at %iqu: of %iqt, in the memory at %iqv. */
static void put_contents(struct rewriter *r, struct iq_str *to, bool has_detail, const char *label)
{
    uint32_t records = iq_rewriter_word(r, IQ_WORD_RECORDS, 0, 0, 0),
             launch = iq_rewriter_word(r, IQ_WORD_LAUNCH, 0, 0, 0);
    iq_str_printf(to,
                  "\tst.global.u64 [%%iqu+8], %%iqt; st.global.u64 [%%iqu+16], %%iqw%u;\n"
                  "\tst.global.u64 [%%iqu+24], %%iqv;\n",
                  launch);
    put_indices(r, to, label);
    if (has_detail)
        iq_str_printf(to, "\tst.global.u64 [%%iqu+56], %%iqh;\n");
    iq_str_printf(to,
                  "\txor.b64 %%iqt, %%iqt, %%iqw%u; xor.b64 %%iqt, %%iqt, %%iqv;\n"
                  "\txor.b64 %%iqt, %%iqt, %llu;\n"
                  "\tmembar.sys;\n"
                  "\tst.volatile.global.u64 [%%iqu], %%iqt;\n"
                  "\tst.volatile.global.u64 [%%iqw%u+-%u], 1;\n",
                  launch, (unsigned long long)IQ_INSTRUMENT_SEAL, records,
                  (uint32_t)sizeof(struct iq_instrument_record));
}

/* What is noted and done all the same may end the context: the record has to be there before. */
static bool is_done_after(const struct rewriter *r, const struct iq_instrument_site *site)
{
    bool may_end = site->check == IQ_CHECK_BOUNDS || site->check == IQ_CHECK_MASK;
    return site->is_done || (may_end && r->checks & IQ_INSTRUMENT_UNCONTAINED);
}

/* At $iq_or[number]: another thread writes record [index], which is waited for.  The host may have
 * read it, and lanes may have to take turns that they do not get here, so that there is an end. */
static void put_wait(struct rewriter *r, struct iq_str *to, uint32_t index, uint32_t number)
{
    iq_str_printf(to,
                  "$iq_or%u:\n\tadd.s64 %%iqu, %%iqw%u, %u; mov.u32 %%iqr0, %u;\n"
                  "$iq_or%u_0:\n\tld.volatile.global.u64 %%iqv, [%%iqu];\n"
                  "\tsub.u32 %%iqr0, %%iqr0, 1; setp.eq.u64 %%iqq, %%iqv, 0;\n"
                  "\tsetp.ne.and.u32 %%iqq, %%iqr0, 0, %%iqq; @%%iqq bra $iq_or%u_0;\n",
                  number, iq_rewriter_word(r, IQ_WORD_RECORDS, 0, 0, 0),
                  index * (uint32_t)sizeof(struct iq_instrument_record), LOOKS, number, number);
}

void iq_notes_put(struct rewriter *r, struct iq_str *to, uint32_t index,
                  const struct iq_memory_access *access, const uint32_t *root, const char *label)
{
    const struct iq_instrument_site *site = &r->sites.data[index];
    bool waits = is_done_after(r, site);
    uint32_t number = r->waits;
    char claimed[24];
    snprintf(claimed, sizeof claimed, "$iq_or%u", number);
    put_claim(r, to, &index, label, waits ? claimed : label);
    put_base(r, to, root, access->displacement, site->check == IQ_CHECK_OBJECT);
    put_contents(r, to, site->check != IQ_CHECK_BOUNDS || site->is_sized, label);
    if (waits || !site->root_count)
        iq_str_puts(to, "\tmembar.sys;\n");
    if (!waits)
        return;
    r->waits++;
    iq_str_printf(to, "\tbra %s;\n", label);
    put_wait(r, to, index, number);
}

void iq_notes_put_last(struct rewriter *r, const char *label)
{
    put_claim(r, &r->cold, NULL, label, label);
    COLD("\tmov.b64 %%iqv, %%iqh;\n");
    put_contents(r, &r->cold, false, label);
}
