/* Races: plain accesses of a block to the shared memory of another one of its cluster.  What orders
 * them is what orders accesses of blocks to global memory (news.h).
 * The cells of the block that owns the memory keep a record of RACE_PENDING and RACE_FOREIGN, which
 * no barrier of that block makes old; who it was lies here, until an access meets it.  A block that
 * has read its own memory and passed a barrier of its own since has forgotten the read: a write by
 * another block then goes unnoticed.
 * Owner: struct iq_ptx_race of the block that has the memory.  Threads: the one that runs the
 * cluster. */
#ifndef IQ_PTX_FOREIGN_H
#define IQ_PTX_FOREIGN_H

#include "ptx/race.h"

/* An access of [lane] to shared memory of [peer], another block of the cluster.  One that may be a
 * flag orders all that the two blocks did. */
void iq_ptx_race_foreign(struct iq_warp *w, struct iq_ptx_block *peer, const struct iq_ptx_insn *i,
                         uint32_t at, uint32_t size, uint32_t lane, uint32_t flags);
/* An access of the block that has the memory, [now], finds a record of another block in [cell]:
 * takes it away.  True: nothing orders the two, and *before is the other one. */
bool iq_ptx_foreign_meet(struct iq_warp *w, const struct iq_ptx_touch *now, uint32_t cell,
                         bool written, struct iq_ptx_touch *before);
/* The next block begins. */
void iq_ptx_foreign_forget(struct iq_ptx_race *r);
void iq_ptx_foreign_destroy(struct iq_ptx_foreign *foreign);

#endif
