/* Registers that may change while a warp waits (still.h): those that show the time, and those that
 * only count and end up in memory, if anywhere.  The order of definitions is ignored; what goes
 * through memory or a call is not followed. */
#include <stdlib.h>

#include "ptx/cold.h"
#include "ptx/ir.h"

static bool is_clock(uint32_t exec)
{
    return exec == X_clock32 || exec == X_clock64 || exec == X_clock_hi || exec == X_globaltimer ||
           exec == X_globaltimer_lo || exec == X_globaltimer_hi;
}

static bool is_timed(const struct iq_ptx_insn *x, const bool *timed)
{
    for (uint32_t k = x->nd; k < (uint32_t)x->nd + x->ns; k++)
        if (OPND_BASE(x->o[k]) == BASE_FRAME && timed[x->o[k]])
            return true;
    return is_clock(x->exec);
}

static void find_timed(const struct iq_ptx_function *f, bool *timed)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < f->insn_count; i++) {
            const struct iq_ptx_insn *x = &f->insns[i];
            bool all = is_timed(x, timed);
            for (uint32_t k = 0; all && k < x->nd; k++) {
                changed |= !timed[x->o[k]];
                timed[x->o[k]] = true;
            }
        }
    }
}

static bool is_store(uint32_t exec)
{
    return (exec >= X_stg8 && exec <= X_stgv2_64) || (exec >= X_sts8 && exec <= X_stsv2_64) ||
           (exec >= X_stl8 && exec <= X_stlv2_64);
}

/* May a register that only counts be written by x, which reads no other than such? */
static bool is_count(const struct iq_ptx_insn *x, const bool *counts)
{
    uint32_t registers = 0;
    if (x->exec != X_add32 && x->exec != X_add64 && x->exec != X_mov32 && x->exec != X_mov64)
        return false;
    for (uint32_t k = x->nd; k < (uint32_t)x->nd + x->ns; k++) {
        if (OPND_BASE(x->o[k]) == BASE_FRAME && !counts[x->o[k]])
            return false;
        registers += OPND_BASE(x->o[k]) != BASE_UNIFORM;
    }
    return registers <= 1;
}

static bool deny(bool *counts, uint32_t operand)
{
    if (OPND_BASE(operand) != BASE_FRAME || !counts[operand])
        return false;
    counts[operand] = false;
    return true;
}

/* All that are used are taken for such that only count, until an instruction says that they are
 * none. Those that no instruction names get no place: they are not passive. */
static void find_counters(const struct iq_ptx_function *f, bool *counts)
{
    for (uint32_t i = 0; i < f->insn_count; i++)
        for (uint32_t k = 0; k < (uint32_t)f->insns[i].nd + f->insns[i].ns; k++)
            if (OPND_BASE(f->insns[i].o[k]) == BASE_FRAME)
                counts[f->insns[i].o[k]] = f->vreg_size[f->insns[i].o[k]] >= 4;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < f->insn_count; i++) {
            const struct iq_ptx_insn *x = &f->insns[i];
            bool count = is_count(x, counts), kept = count && counts[x->o[0]];
            for (uint32_t k = 0; k < x->nd && !count; k++)
                changed |= deny(counts, x->o[k]);
            /* what is stored decides nothing, its address does */
            for (uint32_t k = x->nd; k < (uint32_t)x->nd + x->ns && !kept; k++)
                changed |= (!is_store(x->exec) || !k) && deny(counts, x->o[k]);
        }
    }
}

bool *iq_ptx_function_find_passive(const struct iq_ptx_function *f)
{
    bool *passive = calloc(f->vreg_count + 1, sizeof *passive),
         *counts = calloc(f->vreg_count + 1, sizeof *counts);
    if (passive && counts) {
        find_timed(f, passive);
        find_counters(f, counts);
        for (uint32_t r = 0; r < f->vreg_count; r++)
            passive[r] |= counts[r];
    }
    if (!counts) {
        free(passive);
        passive = NULL;
    }
    free(counts);
    return passive;
}

bool iq_ptx_function_keep_passive(struct iq_ptx_function *f, const bool *passive,
                                  const uint32_t *place)
{
    f->passive = calloc(f->frame_bytes / IQ_PTX_LINE + 1, sizeof *f->passive);
    for (uint32_t r = 0; f->passive && r < f->vreg_count; r++)
        for (uint32_t at = 0; passive[r] && at < 32u * f->vreg_size[r]; at += IQ_PTX_LINE)
            f->passive[(place[r] + at) / IQ_PTX_LINE] = true;
    return f->passive;
}
