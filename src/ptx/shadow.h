/* Shadow bits of global memory while a kernel runs (see iq_ptx_range).  Threads: any, as the memory
 * itself. */
#ifndef IQ_PTX_SHADOW_H
#define IQ_PTX_SHADOW_H

#include <string.h>

#include "ptx/exec.h"

/* Allocations have come or gone: whatever was known of them is not any more. */
static inline void iq_ptx_forget_ranges(struct iq_ptx_block *b)
{
    memset(b->ranges, 0, sizeof b->ranges);
    memset(b->written, 0, sizeof b->written);
}

/* [addr, addr + size) is about to be accessed: if all of it is written, [range] becomes a span of
 * written memory around it, which needs no looking at bits any more.  They stay set while a kernel
 * runs.  Where there are many gaps it stays as it is, and bits are looked at. */
void iq_ptx_shadow_narrow(struct iq_ptx_block *b, struct iq_ptx_range *range, uint64_t addr,
                          uint64_t size);
/* What a warp does to the shadow bits of its instruction's range: addresses in a row or all the
 * same, any, or those of one lane. */
void iq_ptx_shadow_row(struct iq_warp *w, const struct iq_ptx_insn *i, const uint64_t *addr,
                       uint32_t size, uint32_t flags);
void iq_ptx_shadow_lanes(struct iq_warp *w, const struct iq_ptx_insn *i, const uint64_t *addr,
                         uint32_t size, uint32_t flags);
void iq_ptx_shadow_one(struct iq_warp *w, const struct iq_ptx_insn *i, uint64_t addr, uint32_t size,
                       uint32_t lane, uint32_t flags);

#endif
