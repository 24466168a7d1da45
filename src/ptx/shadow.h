/* Shadow bits of global memory while a kernel runs (see iq_ptx_range).  Threads: any, as the memory
 * itself. */
#ifndef IQ_PTX_SHADOW_H
#define IQ_PTX_SHADOW_H

#include "ptx/exec.h"

/* [addr, addr + size) is about to be accessed: if all of it is written, [range] becomes a span of
 * written memory around it, which needs no looking at bits any more.  They stay set while a kernel
 * runs.  [before]: what the same instruction used before. */
void iq_ptx_shadow_narrow(struct iq_ptx_range *range, const struct iq_ptx_range *before,
                          uint64_t addr, uint64_t size);
/* What a warp does to the shadow bits of its instruction's range: addresses in a row or all the
 * same, any, or those of one lane. */
void iq_ptx_shadow_row(struct iq_warp *w, const struct iq_ptx_insn *i, const uint64_t *addr,
                       uint32_t size, uint32_t flags);
void iq_ptx_shadow_lanes(struct iq_warp *w, const struct iq_ptx_insn *i, const uint64_t *addr,
                         uint32_t size, uint32_t flags);
void iq_ptx_shadow_one(struct iq_warp *w, const struct iq_ptx_insn *i, uint64_t addr, uint32_t size,
                       uint32_t lane, uint32_t flags);

#endif
