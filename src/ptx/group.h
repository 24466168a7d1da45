/* Groups of lanes of a warp that part and meet.  Functions return where to go on, NULL if the warp
 * cannot now.
 * Owner: the warp.  Threads: the one that runs its block. */
#ifndef IQ_PTX_GROUP_H
#define IQ_PTX_GROUP_H

#include "ptx/exec.h"

/* The running group is at pc and others exist: meet them or let another one run first. */
const struct iq_ptx_insn *iq_ptx_group_arrive(struct iq_warp *w, const struct iq_ptx_insn *pc);
/* Lanes `taken` go to pc, the rest of the group stays for `rest`. */
const struct iq_ptx_insn *iq_ptx_group_split(struct iq_warp *w, uint32_t taken,
                                             const struct iq_ptx_insn *pc,
                                             const struct iq_ptx_insn *rest);
/* Lanes `others` leave the running group and wait at pc; the group goes on. */
void iq_ptx_group_fork(struct iq_warp *w, uint32_t others, const struct iq_ptx_insn *pc);
/* The running group ends (its lanes went elsewhere) or waits in `state`; chooses another. */
const struct iq_ptx_insn *iq_ptx_group_leave(struct iq_warp *w);
const struct iq_ptx_insn *iq_ptx_group_wait(struct iq_warp *w, enum iq_ptx_group_state state,
                                            const struct iq_ptx_insn *pc);
const struct iq_ptx_insn *iq_ptx_group_choose(struct iq_warp *w);
/* Called on a backward edge to pc when the budget ends or lanes are apart. */
const struct iq_ptx_insn *iq_ptx_group_edge(struct iq_warp *w, const struct iq_ptx_insn *pc);
/* Takes in the other groups that wait at or have come to insn; false if there are none. */
bool iq_ptx_group_merge(struct iq_warp *w, const struct iq_ptx_insn *insn);
/* True when all living lanes of need stand here (then the mask covers them); else the group waits:
 * return *next. */
bool iq_ptx_group_sync(struct iq_warp *w, const struct iq_ptx_insn *insn, uint32_t need,
                       const struct iq_ptx_insn **next);

#endif
