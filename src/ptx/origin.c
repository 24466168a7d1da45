/* Where addresses come from: for each global access of a kernel, which pointer arguments its address was computed from.
 * Only the order of definitions is ignored; whatever may have come out of memory makes the answer "unknown". */
#include "ptx/cold.h"
#include "ptx/ir.h"
#include "ptx/ptx_exec.h"

#include <stdlib.h>

/* What a definition of 64 bits takes over from its sources. */
static bool passes_on(uint32_t exec)
{
    switch (exec) {
    case X_add64: case X_sub64: case X_mul64: case X_mad64: case X_and64: case X_or64: case X_xor64: case X_not64: case X_shl64:
    case X_neg64: case X_abs64: case X_mov64: case X_sel64: case X_shru64: case X_shrs64: case X_minu64: case X_mins64:
    case X_maxu64: case X_maxs64: case X_mulhiu64: case X_mulhis64: case X_mulw_u32: case X_mulw_s32: case X_madw_u32:
    case X_madw_s32: case X_ext_u16_64: case X_ext_u32_64: case X_ext_s16_64: case X_ext_s32_64: case X_ext_s8_64: case X_ext_u8_64:
        return true;
    default:
        return false;
    }
}

static uint64_t of_constant(const struct iq_ptx_const *c)
{
    if (c->size < 8 || c->kind == CONST_VALUE)
        return 0;
    if (c->kind == CONST_KPARAM && c->ref % 8 == 0 && c->ref / 8 < IQ_PTX_ORIGIN_SLOTS)
        return 1ull << c->ref / 8;
    return c->kind == CONST_SREG && c->ref != SREG_PARAM_BASE ? 0 : IQ_PTX_ORIGIN_UNKNOWN;
}

static uint64_t of_operand(const struct iq_ptx_function *f, const uint64_t *origin, uint32_t o)
{
    if (OPND_BASE(o) == BASE_FRAME)
        return f->vreg_size[o] == 8 ? origin[o] : 0;
    return OPND_BASE(o) == BASE_UNIFORM ? of_constant(&f->consts[OPND_OFFSET(o)]) : 0;
}

static uint64_t of_result(const struct iq_ptx_function *f, const uint64_t *origin, const struct iq_ptx_insn *x)
{
    uint64_t all = 0;
    if (!passes_on(x->exec))
        return IQ_PTX_ORIGIN_UNKNOWN;
    for (uint32_t k = x->nd; k < (uint32_t)x->nd + x->ns; k++)
        all |= of_operand(f, origin, x->o[k]);
    return all;
}

/* The operand that holds the address of a global access; UINT32_MAX: it is none. */
static uint32_t address_operand(const struct iq_ptx_insn *x)
{
    if (x->exec >= X_ldg8 && x->exec <= X_ldgv2_64)
        return x->o[x->nd];
    if (x->exec >= X_stg8 && x->exec <= X_stgv2_64)
        return x->o[0];
    if (x->exec == X_atom)
        return x->o[1];
    return x->exec == X_copy_async ? x->o[1] : UINT32_MAX;
}

bool iq_ptx_function_origins(struct iq_ptx_function *f)
{
    bool changed = f->entry;
    if (!f->entry || !f->insn_count)
        return true;
    uint64_t *origin = calloc(f->vreg_count + 1, sizeof *origin);
    f->origins = calloc(f->insn_count, sizeof *f->origins);
    for (uint32_t round = 0; origin && f->origins && changed && round < 64; round++) {
        changed = false;
        for (uint32_t i = 0; i < f->insn_count; i++) {
            const struct iq_ptx_insn *x = &f->insns[i];
            for (uint32_t k = 0; k < x->nd; k++) {
                if (f->vreg_size[x->o[k]] != 8)
                    continue;
                uint64_t all = origin[x->o[k]] | of_result(f, origin, x);
                changed |= all != origin[x->o[k]];
                origin[x->o[k]] = all;
            }
        }
    }
    for (uint32_t i = 0; origin && f->origins && !changed && i < f->insn_count; i++) {
        uint32_t o = address_operand(&f->insns[i]);
        f->origins[i] = o == UINT32_MAX ? 0 : of_operand(f, origin, o);
        if (f->origins[i] & IQ_PTX_ORIGIN_UNKNOWN)
            f->origins[i] = 0;
    }
    bool ok = origin && f->origins;
    free(origin);
    return ok;
}
