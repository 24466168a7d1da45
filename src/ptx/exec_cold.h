/* Prototypes of the handlers that are compiled once. */
#ifndef IQ_PTX_EXEC_COLD_H
#define IQ_PTX_EXEC_COLD_H

#include "ptx/cold.h"
#include "ptx/exec.h"

#define IQ_PTX_COLD(name) \
    const struct iq_ptx_insn *iq_ptx_x_##name(struct iq_warp *w, const struct iq_ptx_insn *i)
#define HOT(n)
#define COLD(n) IQ_PTX_COLD(n);
#include "ptx/exec.def"

/* What loops do that wait for other warps or blocks: it shortens the turn. */
static inline void iq_ptx_poll(struct iq_warp *w)
{
    enum { COST = 48 };
    w->budget = w->budget > COST ? w->budget - COST : 1;
}

/* Combines what lies at [at] with [x] (cas: x is compared, y stored) as one step for all threads;
 * returns what was there. */
uint64_t iq_ptx_memory_combine(void *at, enum iq_ptx_type type, uint32_t op, uint64_t x,
                               uint64_t y);
static inline bool iq_ptx_is_surface_store(const struct iq_ptx_insn *i)
{
    return i->exec == X_texture && i->mod & TEXTURE_STORE && !(i->imm >> TEXTURE_REDUCTION_SHIFT);
}
/* Stores that leave in memory what their operands hold. */
static inline bool iq_ptx_stores_bytes(const struct iq_ptx_insn *i)
{
    return iq_ptx_is_plain_store(i->exec) || iq_ptx_is_surface_store(i);
}
/* The bytes that a surface store of [lane] writes, IQ_PTX_VECTOR_BYTES at most; how many. */
uint32_t iq_ptx_surface_stored(const struct iq_warp *w, const struct iq_ptx_insn *i, uint32_t lane,
                               uint8_t *to);
/* Bytes that a copy of [lane] has brought, for the mbarrier at the generic address [addr].  False:
 * it faulted. */
bool iq_ptx_mbarrier_complete(struct iq_warp *w, const struct iq_ptx_insn *i, uint32_t lane,
                              uint64_t addr, uint32_t flags, uint32_t bytes);

/* Operands of an instruction made by iq_ptx_lower_emit_long: sources, then destinations. */
static inline uint32_t iq_ptx_long_operands(const struct iq_ptx_insn *i, uint32_t *o)
{
    uint32_t n = 0;
    for (const struct iq_ptx_insn *more = i - i->aux; more < i; more++)
        for (uint32_t k = 0; k < (uint32_t)more->nd + more->ns; k++)
            o[n++] = more->o[k];
    return n;
}

#endif
