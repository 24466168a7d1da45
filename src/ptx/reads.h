/* Reads of shared memory that need not be noted yet: those of the time since the last barrier of
 * the block, from memory that nothing has been written to since.  Most are forgotten with the next
 * barrier.  Before a write comes near, or whoever looks at cells one by one, all of them are noted
 * as if they had been so at once.
 * Owner: struct iq_ptx_race.  Threads: the one that runs the block. */
#ifndef IQ_PTX_READS_H
#define IQ_PTX_READS_H

#include "ptx/cpu.h"
#include "ptx/race.h"

/* Bytes of shared memory from low on to below high. */
struct iq_ptx_race_reach {
    uint32_t low, high;
};
#define IQ_PTX_RACE_NOWHERE ((struct iq_ptx_race_reach){ .low = UINT32_MAX })

static inline void iq_ptx_race_extend(struct iq_ptx_race_reach *to, uint32_t low, uint32_t high)
{
    to->low = to->low < low ? to->low : low;
    to->high = to->high > high ? to->high : high;
}

/* list: used bytes of what only hot/race.inc looks into.  Spans in bytes of shared memory, empty
 * if low is not below high.  pending: where copies are under way (async.h), which no barrier makes
 * old.  atomics_only: all that has been done since the barrier. */
struct iq_ptx_race_reads {
    uint32_t used, low, high, written_low, written_high;
    struct iq_ptx_race_reach pending;
    bool atomics_only;
    uint64_t list[(64 << 10) / sizeof(uint64_t)];
};

/* A barrier of the whole block. */
static inline void iq_ptx_race_forget_reads(struct iq_ptx_race *r)
{
    if (!r->reads)
        return;
    r->reads->used = r->reads->high = 0;
    r->reads->low = UINT32_MAX;
    r->reads->written_low = r->reads->pending.low; /* they may be writes */
    r->reads->written_high = r->reads->pending.high;
    r->reads->atomics_only = true;
}

static inline void iq_ptx_race_note_reads(const struct iq_ptx_block *b)
{
    if (b->race->reads && b->race->reads->used)
        iq_ptx_cpu()->note_reads(b);
}

/* Atomic words of all lanes, in bounds; false: nothing noted, to be judged one by one. */
bool iq_ptx_race_shared_atomics(struct iq_warp *w, const struct iq_ptx_insn *i,
                                const uint64_t *addr);

/* [low, high) is about to be written. */
static inline void iq_ptx_race_write_near(const struct iq_ptx_block *b, uint32_t low, uint32_t high)
{
    enum { LINE = 64 }; /* bytes that a line of cells has at most */
    struct iq_ptx_race_reads *reads = b->race->reads;
    low &= ~(uint32_t)(LINE - 1);
    high = high > UINT32_MAX - LINE ? UINT32_MAX : (high + LINE - 1) & ~(uint32_t)(LINE - 1);
    reads->atomics_only = false;
    reads->written_low = low < reads->written_low ? low : reads->written_low;
    reads->written_high = high > reads->written_high ? high : reads->written_high;
    if (reads->low < reads->written_high && reads->written_low < reads->high)
        iq_ptx_race_note_reads(b);
}

#endif
