/* Where addresses come from: for each global access of a kernel, which pointer arguments its
 * address was computed from; for each global or shared access, which variable.  The order of
 * definitions is ignored; whatever may have come out of memory or a call makes the answer
 * "unknown", unless it was multiplied or shifted, which makes an index of it.  Generic addresses
 * that can only lead to shared memory are found on the way. */
#include <stdlib.h>

#include "ptx/cold.h"
#include "ptx/copies.h"
#include "ptx/ir.h"
#include "ptx/ptx_exec.h"

enum pass {
    PASS_NOTHING /* no pointer any more */,
    PASS_ALL,
    PASS_LAST /* the addend */,
    PASS_UNKNOWN
};

/* What a definition takes over from its sources. */
static enum pass pass_of(uint32_t exec)
{
    switch (exec) {
    case X_add64:
    case X_sub64:
    case X_and64:
    case X_or64:
    case X_xor64:
    case X_mov64:
    case X_sel64:
    case X_minu64:
    case X_mins64:
    case X_maxu64:
    case X_maxs64:
    case X_add32:
    case X_sub32:
    case X_and32:
    case X_or32:
    case X_xor32:
    case X_mov32:
    case X_sel32:
    case X_minu32:
    case X_mins32:
    case X_maxu32:
    case X_maxs32:
    case X_ext_u32_64:
    case X_ext_s32_64:
    case X_trunc_64_32: return PASS_ALL;
    case X_mad32:
    case X_mad64:
    case X_madw_u32:
    case X_madw_s32:
    case X_madw_u16:
    case X_madw_s16: return PASS_LAST;
    case X_mul32:
    case X_mul64:
    case X_shl32:
    case X_shl64:
    case X_shru32:
    case X_shrs32:
    case X_shru64:
    case X_shrs64:
    case X_neg32:
    case X_neg64:
    case X_not32:
    case X_not64:
    case X_abs32:
    case X_abs64:
    case X_mulhiu32:
    case X_mulhis32:
    case X_mulhiu64:
    case X_mulhis64:
    case X_mulw_u32:
    case X_mulw_s32:
    case X_mulw_u16:
    case X_mulw_s16:
    case X_ext_u16_32:
    case X_ext_u16_64:
    case X_ext_s16_32:
    case X_ext_s16_64:
    case X_ext_s8_32:
    case X_ext_s8_64:
    case X_ext_u8_32:
    case X_ext_u8_64: return PASS_NOTHING;
    default: return PASS_UNKNOWN;
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

static uint64_t of_result(const struct iq_ptx_function *f, const uint64_t *origin,
                          const struct iq_ptx_insn *x)
{
    uint64_t all = 0;
    uint32_t end = (uint32_t)x->nd + x->ns;
    enum pass pass = pass_of(x->exec);
    if (pass == PASS_UNKNOWN)
        return IQ_PTX_ORIGIN_UNKNOWN;
    for (uint32_t k = pass == PASS_ALL ? x->nd : pass == PASS_LAST ? end - 1 : end; k < end; k++)
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
    if (x->exec == X_copy_bulk && !(x->mod & BULK_TO_SHARED))
        return x->o[0];
    return x->exec == X_copy_async || x->exec == X_copy_bulk ? x->o[1] : UINT32_MAX;
}

static bool global_origins(struct iq_ptx_function *f)
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

/* ---- variables: 0 none, 1 + use, or several ---- */

#define SEVERAL UINT32_MAX

/* Addresses of shared memory may lie in registers of any size; global ones take eight bytes, so
 * that an index which came out of memory, once it is widened, is no address. */
struct owners {
    const struct iq_ptx_function *f;
    uint32_t *of;
    bool global;
};

static uint32_t join(uint32_t a, uint32_t b) { return !a ? b : !b || a == b ? a : SEVERAL; }

static uint32_t owner_of(const struct owners *w, uint32_t o)
{
    if (OPND_BASE(o) == BASE_FRAME)
        return w->global && w->f->vreg_size[o] != 8 ? 0 : w->of[o];
    if (OPND_BASE(o) != BASE_UNIFORM)
        return 0;
    const struct iq_ptx_const *c = &w->f->consts[OPND_OFFSET(o)];
    if (w->global && c->size != 8)
        return 0;
    if (c->kind == CONST_SYMBOL)
        return c->ref + 1;
    return c->kind == CONST_KPARAM || (c->kind == CONST_SREG && c->ref == SREG_PARAM_BASE) ? SEVERAL
                                                                                           : 0;
}

static uint32_t owner_of_result(const struct owners *w, const struct iq_ptx_insn *x)
{
    uint32_t all = 0, end = (uint32_t)x->nd + x->ns;
    enum pass pass = pass_of(x->exec);
    if (pass == PASS_UNKNOWN)
        return SEVERAL;
    for (uint32_t k = pass == PASS_ALL ? x->nd : pass == PASS_LAST ? end - 1 : end; k < end; k++)
        all = join(all, owner_of(w, x->o[k]));
    return all;
}

/* False: they did not settle. */
static bool find_owners(const struct owners *w)
{
    const struct iq_ptx_function *f = w->f;
    bool changed = true;
    for (uint32_t round = 0; changed && round < 64; round++) {
        changed = false;
        for (uint32_t i = 0; i < f->insn_count; i++)
            for (uint32_t k = 0; k < f->insns[i].nd; k++) {
                uint32_t *at = &w->of[f->insns[i].o[k]],
                         all = join(*at, owner_of_result(w, &f->insns[i]));
                changed |= all != *at;
                *at = all;
            }
    }
    return !changed;
}

static bool has_shared(const struct iq_ptx_function *f)
{
    for (uint32_t i = 0; i < f->insn_count; i++)
        if (iq_ptx_is_plain_shared(f->insns[i].exec))
            return true;
    return false;
}

static bool shared_owners(struct iq_ptx_function *f)
{
    struct owners w = { f, calloc(f->vreg_count + 1, sizeof *w.of), false };
    bool ok = w.of, settled = ok && has_shared(f) && find_owners(&w);
    for (uint32_t i = 0; settled && i < f->insn_count; i++) {
        struct iq_ptx_insn *x = &f->insns[i];
        if (!iq_ptx_is_plain_shared(x->exec))
            continue;
        uint32_t all = owner_of(&w, x->o[x->exec >= X_sts8 ? 0 : x->nd]);
        x->aux = all == SEVERAL ? 0 : all;
    }
    free(w.of);
    return ok;
}

static bool has_symbols(const struct iq_ptx_function *f)
{
    for (uint32_t k = 0; k < f->const_count; k++)
        if (f->consts[k].kind == CONST_SYMBOL)
            return true;
    return false;
}

static bool global_owners(struct iq_ptx_function *f)
{
    if (!has_symbols(f))
        return true;
    struct owners w = { f, calloc(f->vreg_count + 1, sizeof *w.of), true };
    f->owners = calloc(f->insn_count + 1, sizeof *f->owners);
    bool ok = w.of && f->owners, settled = ok && find_owners(&w);
    for (uint32_t i = 0; settled && i < f->insn_count; i++) {
        uint32_t o = address_operand(&f->insns[i]), all = o == UINT32_MAX ? 0 : owner_of(&w, o);
        f->owners[i] = all == SEVERAL ? 0 : all;
    }
    free(w.of);
    return ok;
}

/* ---- loads: 0 none, 1 + instruction, or several ---- */

static bool is_pointer_load(const struct iq_ptx_insn *x)
{
    return x->exec >= X_ldg8 && x->exec <= X_ldgv2_64 && iq_ptx_element_bytes(x->exec) == 8;
}

static uint32_t load_of(const struct iq_ptx_function *f, const uint32_t *of, uint32_t o)
{
    if (OPND_BASE(o) == BASE_FRAME)
        return f->vreg_size[o] == 8 ? of[o] : 0;
    /* another pointer, or the address of a variable */
    return OPND_BASE(o) == BASE_UNIFORM && of_constant(&f->consts[OPND_OFFSET(o)]) ? SEVERAL : 0;
}

static uint32_t load_of_result(const struct iq_ptx_function *f, const uint32_t *of, uint32_t i)
{
    const struct iq_ptx_insn *x = &f->insns[i];
    uint32_t all = 0, end = (uint32_t)x->nd + x->ns;
    enum pass pass = pass_of(x->exec);
    if (pass == PASS_UNKNOWN)
        return is_pointer_load(x) ? 1 + i : SEVERAL;
    for (uint32_t k = pass == PASS_ALL ? x->nd : pass == PASS_LAST ? end - 1 : end; k < end; k++)
        all = join(all, load_of(f, of, x->o[k]));
    return all;
}

static bool has_pointer_loads(const struct iq_ptx_function *f)
{
    for (uint32_t i = 0; i < f->insn_count; i++)
        if (is_pointer_load(&f->insns[i]))
            return true;
    return false;
}

static bool pointer_loads(struct iq_ptx_function *f)
{
    bool changed = true;
    if (!has_pointer_loads(f))
        return true;
    uint32_t *of = calloc(f->vreg_count + 1, sizeof *of);
    f->loads = calloc(f->insn_count + 1, sizeof *f->loads);
    bool ok = of && f->loads;
    for (uint32_t round = 0; ok && changed && round < 64; round++) {
        changed = false;
        for (uint32_t i = 0; i < f->insn_count; i++)
            for (uint32_t k = 0; k < f->insns[i].nd; k++) {
                uint32_t *at = &of[f->insns[i].o[k]], all = join(*at, load_of_result(f, of, i));
                changed |= all != *at;
                *at = all;
            }
    }
    for (uint32_t i = 0; ok && !changed && i < f->insn_count; i++) {
        uint32_t o = address_operand(&f->insns[i]), all = o == UINT32_MAX ? 0 : load_of(f, of, o);
        f->loads[i] = all == SEVERAL ? 0 : all;
    }
    free(of);
    return ok;
}

/* ---- generic addresses that lead to shared memory ---- */

/* What is known of a register: nothing yet, an address in the window of shared memory, or not. */
enum { UNSEEN, WINDOW, OTHER };

static bool is_base(const struct iq_ptx_const *c)
{
    return c->kind == CONST_VALUE && c->value == IQ_PTX_SHARED_BASE;
}

static bool has_windows(const struct iq_ptx_function *f)
{
    for (uint32_t k = 0; k < f->const_count; k++)
        if (is_base(&f->consts[k]))
            return true;
    return false;
}

static uint8_t window_of(const struct iq_ptx_function *f, const uint8_t *of, uint32_t o)
{
    if (OPND_BASE(o) == BASE_FRAME)
        return f->vreg_size[o] == 8 ? of[o] : OTHER;
    return OPND_BASE(o) == BASE_UNIFORM && is_base(&f->consts[OPND_OFFSET(o)]) ? WINDOW : OTHER;
}

/* An address and an index. */
static uint8_t window_of_sum(uint8_t a, uint8_t b)
{
    if (a == WINDOW || b == WINDOW)
        return a == b ? OTHER : WINDOW;
    return a == UNSEEN || b == UNSEEN ? UNSEEN : OTHER;
}

static uint8_t window_of_result(const struct iq_ptx_function *f, const uint8_t *of,
                                const struct iq_ptx_insn *x)
{
    uint8_t a = x->ns > 0 ? window_of(f, of, x->o[1]) : OTHER,
            b = x->ns > 1 ? window_of(f, of, x->o[2]) : OTHER;
    switch (x->exec) {
    case X_mov64: return a;
    case X_sel64: return a == b || b == UNSEEN ? a : a == UNSEEN ? b : OTHER;
    case X_add64:
    case X_or64: return window_of_sum(a, b);
    case X_sub64: return b == WINDOW ? OTHER : a;
    case X_mad64:
    case X_madw_u32:
    case X_madw_s32: return window_of(f, of, x->o[3]);
    default: return OTHER;
    }
}

/* Accesses through such addresses become accesses to shared memory. */
static bool narrow_windows(struct iq_ptx_function *f)
{
    enum { ROUNDS = 64 };
    if (!has_windows(f))
        return true;
    uint8_t *of = calloc(f->vreg_count + 1, sizeof *of);
    bool changed = of;
    for (uint32_t round = 0; changed && round < ROUNDS; round++) {
        changed = false;
        for (uint32_t i = 0; i < f->insn_count; i++)
            for (uint32_t k = 0; k < f->insns[i].nd; k++) {
                uint8_t *at = &of[f->insns[i].o[k]],
                        now = f->vreg_size[f->insns[i].o[k]] == 8
                                  ? window_of_result(f, of, &f->insns[i])
                                  : OTHER;
                now = *at == UNSEEN ? now : now == UNSEEN || now == *at ? *at : OTHER;
                changed |= now != *at;
                *at = now;
            }
    }
    for (uint32_t i = 0; of && !changed && i < f->insn_count; i++) {
        struct iq_ptx_insn *x = &f->insns[i];
        if (x->exec < X_ldg8 || x->exec > X_stgv2_64 || x->o[5] & SEM_GLOBAL ||
            window_of(f, of, x->o[iq_ptx_is_plain_store(x->exec) ? 0 : x->nd]) != WINDOW)
            continue;
        x->exec += X_lds8 - X_ldg8;
        x->imm -= IQ_PTX_SHARED_BASE;
    }
    bool ok = of;
    free(of);
    return ok;
}

bool iq_ptx_function_origins(struct iq_ptx_function *f)
{
    return global_origins(f) && shared_owners(f) && global_owners(f) && pointer_loads(f) &&
           narrow_windows(f);
}
