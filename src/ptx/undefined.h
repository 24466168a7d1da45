/* Values that a lane got in a shuffle from a lane that has exited or is not in its mask: the PTX
 * ISA leaves them undefined.  Many programs get some and never use them, so they are followed
 * through the registers of the warp until one is stored or goes into an atomic operation, which is
 * told.  What branches decide by them is not known.
 * Owner: iq_ptx_undefined_follow, while it runs.  Threads: the one that runs the block. */
#ifndef IQ_PTX_UNDEFINED_H
#define IQ_PTX_UNDEFINED_H

#include "ptx/exec.h"

/* What each lane of a shuffle got: the lanes that got undefined values in the first, by lanes[l],
 * or such that were undefined already. */
struct iq_ptx_undefined_values {
    const struct iq_ptx_insn *insn;
    uint32_t lanes, older, mask /* of the running lanes, then */;
    uint32_t from[IQ_PTX_LANES], need[IQ_PTX_LANES];
};

/* Before the shuffle [i], whose lanes named need[]: fills *values; false: all that they get is
 * defined, or nobody asks. */
bool iq_ptx_undefined_in(struct iq_warp *w, const struct iq_ptx_insn *i, const uint32_t *need,
                         struct iq_ptx_undefined_values *values);

/* After it; the warp goes on at [next].  Runs the warp until no value is followed any more, or it
 * pauses (NULL); returns where to go on. */
const struct iq_ptx_insn *iq_ptx_undefined_follow(struct iq_warp *w,
                                                  const struct iq_ptx_undefined_values *values,
                                                  const struct iq_ptx_insn *next);

/* [lane] uses in [insn] what iq_ptx_undefined_follow follows, which lane [by] got in [values].
 * Tells so; exec_meet.c. */
void iq_ptx_meet_undefined(struct iq_warp *w, const struct iq_ptx_undefined_values *values,
                           uint32_t by, const struct iq_ptx_insn *insn, uint32_t lane);

#endif
