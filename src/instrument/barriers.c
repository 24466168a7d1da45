/* Barriers that diverge: threads of a block that pass the same barrier of the block at different
 * places.  The block has one cell more than its shared memory has words (races.c): which statement
 * somebody came to, and how many barriers it had passed.  Whoever has passed as many and comes to
 * another statement leaves a record; whether that is another line is the host's question.  Barriers
 * that the rest never comes to let a GPU wait forever, which the watchdog tells. */
#include "instrument/rewriter.h"

enum { BARRIERS = 64 /* in a kernel */ };

static const char library[] =
    "\n.func __inquest_barrier(.param .b64 cell_, .param .b64 records_, .param .b64 launch_,\n"
    "  .param .b32 site_, .param .b32 number_, .param .b32 thread_, .param .b32 epoch_)\n{\n"
    "  .reg .b64 %cell, %records, %launch, %w, %own, %t, %u, %bad, %none;\n"
    "  .reg .b32 %site, %number, %thread, %epoch, %r<4>; .reg .pred %p;\n"
    "  ld.param.b64 %cell, [cell_]; ld.param.b64 %records, [records_];\n"
    "  ld.param.b64 %launch, [launch_]; ld.param.b32 %site, [site_];\n"
    "  ld.param.b32 %number, [number_]; ld.param.b32 %thread, [thread_];\n"
    "  ld.param.b32 %epoch, [epoch_]; setp.ge.u32 %p, %epoch, 16383; @%p ret;\n"
    "  ld.volatile.global.u64 %w, [%cell]; shr.u64 %t, %w, 50; cvt.u32.u64 %r0, %t;\n"
    "  setp.eq.u32 %p, %r0, %epoch; @%p bra compare;\n"
    "  cvt.u64.u32 %own, %epoch; shl.b64 %own, %own, 20; cvt.u64.u32 %t, %thread;\n"
    "  or.b64 %own, %own, %t; shl.b64 %own, %own, 14; cvt.u64.u32 %t, %number;\n"
    /* of those that come at once one is the first, and the others see which */
    "  or.b64 %own, %own, %t; shl.b64 %own, %own, 16;\n"
    "  atom.global.cas.b64 %t, [%cell], %w, %own; setp.eq.u64 %p, %t, %w; @%p ret;\n"
    "  mov.b64 %w, %t; shr.u64 %t, %w, 50; cvt.u32.u64 %r0, %t;\n"
    "  setp.ne.u32 %p, %r0, %epoch; @%p ret;\n"
    "compare:\n"
    "  shr.u64 %t, %w, 16; cvt.u32.u64 %r0, %t; and.b32 %r0, %r0, 2047;\n"
    "  setp.eq.u32 %p, %r0, %number; setp.eq.or.u64 %p, %records, 0, %p; @%p ret;\n"
    "  mov.b64 %bad, %w; mov.u64 %none, 0;\n" IQ_RACES_LEAVE("%none", "%none") "}\n";

bool iq_barriers_are_several(const struct rewriter *r)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->body->statements.count; i++)
        count += iq_races_is_barrier(r, &r->body->statements.data[i]);
    return count > 1 && count <= BARRIERS;
}

void iq_barriers_put(struct rewriter *r, const struct iq_statement *s)
{
    const struct iq_memory_access none = { .bytes = 0 };
    char guard[96];
    if (!r->races.watches_barriers || s->depth != 1 || !iq_races_is_barrier(r, s) ||
        !iq_rewriter_add_site(r, s, &none, true, IQ_CHECK_BARRIER))
        return;
    uint32_t site = (uint32_t)r->sites.count - 1;
    iq_rewriter_copy(r, s->at);
    PUT("\tsetp.ne%s.u64 %%iqx, %%iqsa, 0%s; mad.wide.u32 %%iqt, %%iqsc, 24, %%iqsa;\n"
        "\t@%%iqx call __inquest_barrier, (%%iqt, %%iqw%u, %%iqw%u, %u, %u, %%iqst, %%iqse);\n",
        s->guarded ? ".and" : "", iq_rewriter_guard(guard, s->guarded, s->guard_not, s->guard),
        iq_rewriter_word(r, IQ_WORD_RECORDS, 0, 0, 0), iq_rewriter_word(r, IQ_WORD_LAUNCH, 0, 0, 0),
        site, site - r->races.first_site);
    r->any_barriers = true;
    r->barrier_tests++;
}

void iq_barriers_put_library(const struct rewriter *r, struct iq_str *to)
{
    if (r->any_barriers)
        iq_str_puts(to, library);
}
