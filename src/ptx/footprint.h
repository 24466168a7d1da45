/* Which bytes of global memory a launch uses, and which instruction does: for whoever compares
 * launches with each other. Every block collects bytes; what follows each other becomes one span.
 * A launch that uses more places than are worth keeping is not described at all, since half a
 * description would be taken for a whole one.
 * Owner: a block has a collection while it is watched and gives it to the launch when it ends.
 * Threads: the one that runs the block; the launch's own list has a lock. */
#ifndef IQ_PTX_FOOTPRINT_H
#define IQ_PTX_FOOTPRINT_H

#include "ptx/exec.h"

/* NULL without memory, or if nobody wants to know. */
struct iq_ptx_footprint *iq_ptx_footprint_create(const struct iq_ptx_block *b);
void iq_ptx_footprint_destroy(struct iq_ptx_block *b);

/* The block launches a kernel: what it uses from now on comes later than that.  Returns how many it
 * has launched before. */
uint32_t iq_ptx_footprint_launch(struct iq_ptx_block *b);

/* A lane's access; those of all lanes, [row]: their addresses are in a row or all the same. */
void iq_ptx_footprint_one(struct iq_warp *w, const struct iq_ptx_insn *i, uint64_t addr,
                          uint32_t size, uint32_t flags);
void iq_ptx_footprint_lanes(struct iq_warp *w, const struct iq_ptx_insn *i, const uint64_t *addr,
                            uint32_t size, uint32_t flags, bool row);

/* The warp tells others, the host maybe, what it has done: how that orders them cannot be seen, and
 * the launch is not described. */
void iq_ptx_footprint_tell(struct iq_warp *w);

#endif
