/* Lanes of a warp that wait for lanes which they name (exec_meet.c).  Threads: the one that runs
 * the block. */
#ifndef IQ_PTX_MEET_H
#define IQ_PTX_MEET_H

#include "ptx/exec.h"

/* The running group waits at insn, each lane for those that it names in need[].  Returns where to
 * go on. */
const struct iq_ptx_insn *iq_ptx_meet_wait(struct iq_warp *w, const struct iq_ptx_insn *insn,
                                           const uint32_t *need);
/* Lets those go on that have met, and all if none of them can ever meet, which is reported; stuck:
 * nobody else of the block can move either.  True if somebody can go on. */
bool iq_ptx_meet_settle(struct iq_warp *w, bool stuck);
/* As iq_ptx_meet_settle, for all warps of a block in which nobody can move. */
bool iq_ptx_meet_unstick(struct iq_ptx_block *b);
/* Tells of the lanes `outside`, which are not in the masks that they named. */
void iq_ptx_meet_outside(struct iq_warp *w, const struct iq_ptx_insn *insn, uint32_t outside,
                         const uint32_t *need);

#endif
