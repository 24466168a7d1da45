/* Races in global memory: as those in shared memory (races.c), with the block in each record, which
 * nothing orders with other blocks. */
#include <stdio.h>

#include "instrument/rewriter.h"

#define READER(record)                                                                                            \
    "  call (%r5), __inquest_meets, (" record ", 0, %block, %epoch, %turn, %thread, %flags);\n"                   \
    "  cvt.u32.u64 %r1, " record "; xor.b32 %r2, %r1, %hash; and.b32 %r2, %r2, 0x3ff;\n"                          \
    "  and.b64 %t, " record                                                                                       \
    ", 0x80000; setp.ne.u64 %q, %t, 0; selp.b64 %t, 1, 0, %q; or.pred %q, %q, %common;\n"                         \
    "  setp.eq.and.u32 %q, %r2, 0, %q; not.pred %q, %q; setp.ne.and.u32 %p, %r5, 0, %q;\n" IQ_RACES_UNLESS_POLLED \
    "  @%p and.b64 %bad, " record ", -2; @%p or.b64 %bad, %bad, %t;\n"

/* A record: block (20 bits), barriers (8), synchronisations (4), thread (10), kind (2), as there
 * (1), site (9), hash of the value (10); 0: none. */
static const char meets[] =
    /* Does the access collide with [before], a write or not, and does nothing order the two? */
    "\n.func (.param .b32 found) __inquest_meets(.param .b64 before_, .param .b32 wrote_,\n"
    "  .param .b32 block_, .param .b32 epoch_, .param .b32 turn_, .param .b32 thread_,\n"
    "  .param .b32 flags_)\n{\n"
    "  .reg .b64 %before, %t; .reg .b32 %wrote, %block, %epoch, %turn, %thread, %flags, %r<9>;\n"
    "  .reg .pred %p, %q, %same;\n"
    "  ld.param.b64 %before, [before_]; ld.param.b32 %wrote, [wrote_];\n"
    "  ld.param.b32 %block, [block_]; ld.param.b32 %epoch, [epoch_];\n"
    "  ld.param.b32 %turn, [turn_]; ld.param.b32 %thread, [thread_];\n"
    "  ld.param.b32 %flags, [flags_]; mov.u32 %r0, 0; st.param.b32 [found], %r0;\n"
    "  setp.eq.u64 %p, %before, 0; @%p ret; cvt.u32.u64 %r1, %before;\n"
    "  shr.u64 %t, %before, 44; cvt.u32.u64 %r2, %t; setp.eq.u32 %same, %r2, %block;\n"
    "  @!%same bra apart;\n"
    "  shr.u64 %t, %before, 36; cvt.u32.u64 %r2, %t; and.b32 %r2, %r2, 255;\n"
    "  setp.ne.u32 %p, %r2, %epoch; setp.ge.or.u32 %p, %epoch, 255, %p; @%p ret;\n"
    "  shr.u32 %r2, %r1, 22; setp.eq.u32 %p, %r2, %thread; @%p ret;\n"
    "  xor.b32 %r2, %r2, %thread; setp.ge.u32 %p, %r2, 32; @%p bra apart;\n"
    "  shr.u64 %t, %before, 32; cvt.u32.u64 %r2, %t; and.b32 %r2, %r2, 15;\n"
    "  and.b32 %r3, %flags, 8; setp.ne.u32 %p, %r3, 0;\n"
    "  setp.gt.or.u32 %p, %turn, %r2, %p; setp.ge.or.u32 %p, %turn, 15, %p; @%p ret;\n"
    "apart:\n"
    "  shr.u32 %r2, %r1, 20; and.b32 %r2, %r2, 3; and.b32 %r3, %flags, 3;\n"
    "  setp.ne.u32 %p, %r2, 0; setp.ne.and.u32 %p, %r3, 0, %p; @!%p bra plain;\n"
    /* both are strong: a race only of block scope and another block */
    "  setp.eq.u32 %q, %r2, 3; setp.eq.or.u32 %q, %r3, 3, %q; not.pred %p, %same;\n"
    "  and.pred %q, %q, %p; @!%q ret; bra yes;\n"
    /* a reader's place may hold a write, too */
    "plain:\n"
    "  and.b32 %r4, %r1, 0x80000; or.b32 %wrote, %wrote, %r4;\n"
    "  and.b32 %r4, %flags, 4; setp.ne.u32 %p, %r4, 0; setp.ne.and.u32 %q, %wrote, 0, %p;\n"
    "  @%q bra yes;\n"
    /* a reader and a writer: %r5, %r6 */
    "  selp.b32 %r5, %r2, %r3, %p; selp.b32 %r6, %r3, %r2, %p;\n"
    "  setp.ge.u32 %q, %r6, 2; setp.eq.and.u32 %q, %r5, 0, %q; @%q ret;\n"
    "  setp.eq.u32 %q, %r6, 0; setp.ne.and.u32 %q, %r5, 0, %q; @%q ret;\n"
    "  and.b32 %r7, %r1, 0x80000; not.pred %p, %p; setp.ne.and.u32 %p, %r7, 0, %p; @%p ret;\n"
    "yes:\n"
    "  mov.u32 %r0, 1; st.param.b32 [found], %r0; ret;\n}\n";
/* As in races.c. */
static const char look_start[] =
    "(.param .b64 state_, .param .b64 records_, .param .b64 launch_,\n"
    "  .param .b64 at_, .param .b64 start_, .param .b64 base_, .param .b32 count_,\n"
    "  .param .b32 site_, .param .b32 number_, .param .b32 flags_, .param .b32 block_,\n"
    "  .param .b32 thread_, .param .b32 epoch_, .param .b32 turn_, .param .b32 value_)\n{\n"
    "  .reg .b64 %state, %records, %launch, %cell, %w, %mine, %own, %t, %u, %bad, %old, %at, %slot;\n"
    "  .reg .b64 %start, %base; .reg .b32 %count, %site, %flags, %block, %thread, %epoch, %turn;\n"
    "  .reg .b32 %value, %hash, %part, %cur, %r<9>;\n"
    "  .reg .pred %p, %q, %writes, %plain, %kept, %atomic, %common;\n"
    "  ld.param.b64 %state, [state_]; ld.param.b64 %records, [records_];\n"
    "  ld.param.b64 %launch, [launch_]; ld.param.b64 %at, [at_]; ld.param.b64 %start, [start_];\n"
    "  ld.param.b64 %base, [base_]; ld.param.b32 %count, [count_]; ld.param.b32 %site, [site_];\n"
    "  ld.param.b32 %flags, [flags_]; ld.param.b32 %block, [block_];\n"
    "  ld.param.b32 %thread, [thread_]; ld.param.b32 %epoch, [epoch_];\n"
    "  ld.param.b32 %turn, [turn_]; ld.param.b32 %value, [value_]; ld.param.b32 %r2, [number_];\n"
    "  mov.u64 %bad, 0; min.u32 %epoch, %epoch, 255; min.u32 %turn, %turn, 15;\n"
    "  min.u32 %r2, %r2, 511;\n"
    "  and.b32 %r3, %flags, 3; setp.eq.u32 %plain, %r3, 0;\n"
    "  and.b32 %r4, %flags, 4; setp.ne.u32 %writes, %r4, 0; setp.eq.u32 %atomic, %r3, 2;\n"
    "  shl.b32 %r5, %block, 12; shl.b32 %r6, %epoch, 4; or.b32 %r5, %r5, %r6;\n"
    "  or.b32 %r5, %r5, %turn; shl.b32 %r6, %thread, 22; shl.b32 %r7, %r3, 20;\n"
    "  or.b32 %r6, %r6, %r7; shl.b32 %r7, %r2, 10; or.b32 %r6, %r6, %r7;\n"
    "  mov.b64 %mine, {%r6, %r5};\n";
static const char *const look_rest[] = {
    /* a read sees what is there */
    "  @!%writes mov.b32 %part, %cur;\n"
    "  mul.lo.u32 %hash, %part, 0x9e3779b1; shr.u32 %hash, %hash, 22;\n"
    "  cvt.u64.u32 %t, %hash; or.b64 %own, %mine, %t;\n"
    "  ld.volatile.global.u64 %w, [%cell]; @%writes bra write;\n"
    /* another block's reader stays, and another thread's since the last barrier */
    "read:\n"
    "  ld.volatile.global.u64 %u, [%cell+8]; xor.b64 %t, %u, %own;\n"
    "  shr.u64 %old, %t, 44; setp.ne.u64 %q, %old, 0; shr.u64 %old, %t, 36;\n"
    "  setp.eq.u64 %p, %old, 0; and.b64 %t, %t, 0xffc00000; setp.ne.and.u64 %p, %t, 0, %p;\n"
    "  or.pred %p, %p, %q; setp.ne.and.u64 %p, %u, 0, %p; add.s64 %slot, %cell, 8;\n"
    "  @%p add.s64 %slot, %cell, 16; @%p ld.volatile.global.u64 %u, [%slot];\n"
    "  xor.b64 %t, %u, %own; shr.u64 %t, %t, 22; setp.eq.u64 %q, %t, 0;\n"
    "  cvt.u32.u64 %r1, %u; and.b32 %r1, %r1, 0x300000; setp.eq.and.u32 %q, %r1, 0, %q;\n"
    "  not.pred %q, %q; or.pred %q, %q, %plain; @%q st.volatile.global.u64 [%slot], %own;\n"
    "  membar.gl; ld.volatile.global.u64 %u, [%cell+8]; xor.b64 %t, %u, %own;\n"
    "  and.b64 %t, %t, 0xfffff000ffc00000; setp.ne.and.u64 %p, %t, 0, %q;\n"
    "  @%p st.volatile.global.u64 [%cell+16], %own;\n"
    "  ld.volatile.global.u64 %u, [%cell]; setp.eq.and.u64 %p, %u, %w, %writes; @%p bra next;\n"
    "  call (%r5), __inquest_meets, (%u, 1, %block, %epoch, %turn, %thread, %flags);\n"
    "  cvt.u32.u64 %r1, %u; xor.b32 %r2, %r1, %hash; and.b32 %r2, %r2, 0x3ff;\n"
    "  setp.eq.and.u32 %q, %r2, 0, %writes; not.pred %q, %q; setp.ne.and.u32 %p, %r5, 0, %q;\n"
    "  @%p or.b64 %bad, %u, 1; bra next;\n"
    "write:\n"
    "  setp.eq.and.u32 %kept, %cur, %part, %plain;\n"
    /* of atomic operations that nothing orders the first stands for all: many would wait for each
     * other to leave a record */
    "  cvt.u32.u64 %r1, %w; and.b32 %r1, %r1, 0x300000; setp.eq.and.u32 %p, %r1, 0x200000, %atomic;\n"
    "  xor.b64 %t, %w, %mine; shr.u64 %u, %t, 36; setp.eq.u64 %q, %u, 0; shr.u64 %u, %t, 44;\n"
    "  setp.ne.or.u64 %q, %u, 0, %q; and.pred %p, %p, %q; @%p bra known;\n",
    "again:\n"
    "  call (%r5), __inquest_meets, (%w, 1, %block, %epoch, %turn, %thread, %flags);\n"
    "  setp.eq.u32 %p, %r5, 0; @%p bra alone;\n"
    "  cvt.u32.u64 %r1, %w; xor.b32 %r2, %r1, %hash; and.b32 %r2, %r2, 0x3ff;\n"
    "  setp.eq.u32 %q, %r2, 0; or.pred %q, %q, %kept; and.pred %q, %q, %plain;\n"
    "  @!%q or.b64 %bad, %w, 1; @!%q bra take;\n"
    "  or.b64 %t, %w, 0x80000; setp.eq.u64 %p, %t, %w; @%p bra same;\n"
    "  atom.global.cas.b64 %old, [%cell], %w, %t; setp.eq.u64 %p, %old, %w;\n"
    "  mov.b64 %w, %old; @!%p bra again; mov.b64 %w, %t; bra same;\n"
    "alone:\n"
    "  @!%kept bra take; xor.b64 %t, %w, %mine; shr.u64 %t, %t, 22;\n"
    "  setp.eq.u64 %p, %t, 0; @%p bra next;\n"
    "same:\n"
    "  ld.volatile.global.u64 %u, [%cell+8]; ld.volatile.global.u64 %old, [%cell+16];\n"
    "  setp.eq.u64 %common, %cell, %cell;\n" READER("%u") READER("%old"),
    "  or.b64 %own, %own, 0x80000; bra read;\n"
    "take:\n"
    "  xor.b64 %t, %w, %mine; shr.u64 %t, %t, 22; setp.eq.u64 %p, %t, 0;\n"
    "  cvt.u32.u64 %r1, %w; and.b32 %r1, %r1, 0x300000; setp.eq.and.u32 %p, %r1, 0, %p;\n"
    "  not.pred %q, %plain; and.pred %p, %p, %q; @%p bra readers;\n"
    "  atom.global.cas.b64 %old, [%cell], %w, %own; setp.eq.u64 %p, %old, %w;\n"
    "  @%p bra readers; mov.u64 %w, %old; bra again;\n"
    "readers:\n"
    "  membar.gl;\n"
    "known:\n"
    "  ld.volatile.global.u64 %u, [%cell+8]; ld.volatile.global.u64 %old, [%cell+16];\n"
    "  ld.volatile.global.u64 %w, [%cell]; xor.b64 %t, %w, %own; shr.u64 %t, %t, 22;\n"
    "  setp.eq.and.u64 %q, %t, 0, %plain; and.b64 %t, %w, 0x80000;\n"
    "  setp.ne.and.u64 %common, %t, 0, %q;\n" READER("%u") READER("%old") "  bra next;\n",
    "over:\n"
    "  setp.eq.u64 %p, %bad, 0; setp.eq.or.u64 %p, %records, 0, %p; @%p ret;\n"
    /* the next site is for threads of one block */
    "  shr.u64 %t, %bad, 44; cvt.u32.u64 %r1, %t; setp.eq.u32 %p, %r1, %block;\n"
    "  @%p add.u32 %site, %site, 1;\n" IQ_RACES_LEAVE("%start", "%base") "}\n"
};

/* What is to be known of the access that comes next. */
static void put_look(struct rewriter *r, uint32_t at, uint32_t count, unsigned flags,
                     uint32_t value)
{
    uint32_t site = (uint32_t)r->sites.count - 2, root = r->sites.data[site].roots[0];
    PUT("\tadd.s64 %%iqu, %%iqt, %u;\n"
        "\t@%%iqx call __inquest_global%u, (%%iqw%u, %%iqw%u, %%iqw%u, %%iqu, %%iqt, %%iqw%u, %u, "
        "%u, %u, %u, %%iqsb, %%iqst, %%iqse, %%iqsw, %%iqsv%u);\n",
        at, 1u << r->races.global_shift, iq_rewriter_word(r, IQ_WORD_CELLS, root, 0, 0),
        iq_rewriter_word(r, IQ_WORD_RECORDS, 0, 0, 0), iq_rewriter_word(r, IQ_WORD_LAUNCH, 0, 0, 0),
        iq_rewriter_word(r, IQ_WORD_BASE, root, 0, 0), count, site, site - r->races.first_site,
        flags, value);
}

void iq_races_put_global(struct rewriter *r, const struct iq_statement *s,
                         const struct iq_memory_access *access, uint32_t site, const char *runs)
{
    const struct iq_instrument_site *bounds = &r->sites.data[site];
    uint32_t root = bounds->roots[0];
    if (!r->races.watches_global || !iq_races_is_watched(r, s, access, IQ_SPACE_GLOBAL) ||
        bounds->root_count != 1 || r->body->roots.data[root].variable ||
        !iq_rewriter_add_site(r, s, access, false, IQ_CHECK_RACE) ||
        !iq_rewriter_add_site(r, s, access, false, IQ_CHECK_RACE))
        return; /* a site for threads of different blocks, one for those of the same */
    r->body->roots.data[root].is_written |= access->is_write;
    iq_rewriter_put_address(r, &r->text, access, "%iqt");
    PUT("\tsub.u64 %%iqu, %%iqt, %%iqw%u; setp.lt.and.u64 %%iqx, %%iqu, %%iqw%u, %s;\n"
        "\tsetp.lt.and.u32 %%iqx, %%iqsb, 1048576, %%iqx;\n",
        iq_rewriter_word(r, IQ_WORD_CELLS_FIRST, root, 0, 0),
        iq_rewriter_word(r, IQ_WORD_CELLS_SIZE, root, 0, 0), runs);
    iq_races_put_accesses(r, s, access, put_look);
}

static void put_look_function(struct iq_str *to, uint32_t shift)
{
    iq_str_printf(to, "\n.func __inquest_global%u%s", 1u << shift, look_start);
    iq_str_printf(to,
                  "  and.b64 %%at, %%at, -%u;\n" /* a read may be of a part of a cell */
                  "next:\n"
                  "  setp.eq.u32 %%p, %%count, 0; @%%p bra over; sub.u32 %%count, %%count, 1;\n"
                  "  shr.u64 %%cell, %%at, %u; mad.lo.u64 %%cell, %%cell, 24, %%state;\n"
                  "  ld.volatile.global.u%u %%cur, [%%at]; add.u64 %%at, %%at, %u;\n%s",
                  1u << shift, shift, 8u << shift, 1u << shift, iq_races_parts[shift]);
    for (size_t i = 0; i < sizeof look_rest / sizeof *look_rest; i++)
        iq_str_puts(to, look_rest[i]);
}

void iq_races_put_global_library(const struct rewriter *r, struct iq_str *to)
{
    if (r->global_looks)
        iq_str_puts(to, meets);
    for (uint32_t shift = 0; shift < IQ_RACES_SHIFTS; shift++)
        if (r->global_looks >> shift & 1)
            put_look_function(to, shift);
}
