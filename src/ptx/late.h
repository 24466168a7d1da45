/* A read of words of global memory by lanes that go their own ways, which is not noted yet: most
 * often they write these words next, and then the write says all.  It is noted before the block's
 * next other access to global memory, before a thread learns anything, and when the warp's slice
 * ends.
 * Owner: struct iq_ptx_race.  Threads: the one that runs the block. */
#ifndef IQ_PTX_LATE_H
#define IQ_PTX_LATE_H

#include "ptx/owners.h"
#include "ptx/race.h"

/* i NULL: none.  memory: where the host has address 0.  stores: of
 * the block, from [list]; NULL: the launch has no owners. */
struct iq_ptx_race_late {
    const struct iq_ptx_insn *i;
    const uint8_t *memory;
    struct iq_ptx_stores *stores;
    struct iq_ptx_stores_list *list;
    uint32_t warp, mask, time;
    struct iq_ptx_owners_places at;
    struct iq_ptx_owners_known known;
};

/* owners: of the launch, or NULL.  NULL: no memory. */
struct iq_ptx_race_late *iq_ptx_late_create(struct iq_ptx_owners *owners);
void iq_ptx_late_destroy(struct iq_ptx_race_late *late);
/* The block begins. */
void iq_ptx_late_begin(struct iq_ptx_race_late *late, uint64_t block);
/* Words that [i] reads; false: they are to be noted at once. */
bool iq_ptx_late_put(struct iq_warp *w, const struct iq_ptx_insn *i,
                     const struct iq_ptx_owners_use *use);
/* Does the warp access the words that it has just read, and has not learned anything since? */
bool iq_ptx_late_is_of(const struct iq_warp *w, const uint64_t *addr, uint64_t offset);
/* Notes a store to these words, which says what the read says if nobody else has used them; false:
 * nothing has been done. */
bool iq_ptx_late_store(const struct iq_warp *w, const struct iq_ptx_owners_use *use);

/* exec_race_global.c */
void iq_ptx_race_judge_late(const struct iq_ptx_block *b);

static inline bool iq_ptx_late_is(const struct iq_ptx_block *b)
{
    return b->race->late && b->race->late->i;
}

static inline void iq_ptx_race_note_late(const struct iq_ptx_block *b)
{
    if (__builtin_expect(iq_ptx_late_is(b), 0))
        iq_ptx_race_judge_late(b);
}

/* An access to global memory comes next, or the end of a slice. */
static inline void iq_ptx_race_settle(struct iq_ptx_block *b)
{
    iq_ptx_race_note_late(b);
    if (__builtin_expect(b->race->ask_count, 0))
        iq_ptx_race_hear(b);
}

#endif
