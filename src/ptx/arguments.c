/* Loads of a kernel's parameters through their address, as compilers make for large structures:
 * where the place is known they are as constant as those by name, and pointers among them belong to
 * an argument. */
#include <stdlib.h>

#include "ptx/modifier.h"
#include "ptx/shape.h"

enum { DEPTH_MOST = 16 };

static const struct iq_ptx_const *constant(const struct iq_ptx_function *f, uint32_t o)
{
    return OPND_BASE(o) == BASE_UNIFORM ? &f->consts[OPND_OFFSET(o)] : NULL;
}

/* Is that an address of parameters?  Where among them? */
static bool is_place(const struct iq_ptx_function *f, const uint32_t *definition, uint32_t o,
                     uint32_t depth, uint64_t *offset)
{
    const struct iq_ptx_const *c = constant(f, o), *more;
    if (c) {
        *offset = c->value;
        return c->kind == CONST_SREG && c->ref == SREG_PARAM_BASE && c->size == 8;
    }
    if (OPND_BASE(o) != BASE_FRAME || !definition[o] || depth > DEPTH_MOST)
        return false;
    const struct iq_ptx_insn *x = &f->insns[definition[o] - 1];
    if (x->exec == X_mov64)
        return is_place(f, definition, x->o[1], depth + 1, offset);
    for (uint32_t k = 1; x->exec == X_add64 && k <= 2; k++) {
        more = constant(f, x->o[3 - k]);
        if (more && more->kind == CONST_VALUE &&
            is_place(f, definition, x->o[k], depth + 1, offset)) {
            *offset += more->value;
            return true;
        }
    }
    return false;
}

/* The parameter as an operand; 0: no memory. */
static uint32_t parameter(struct iq_ptx_function *f, uint32_t at, uint32_t size)
{
    for (uint32_t k = 0; k < f->const_count; k++) {
        const struct iq_ptx_const *c = &f->consts[k];
        if (c->kind == CONST_KPARAM && c->ref == at && c->size == size)
            return OPND(BASE_UNIFORM, k);
    }
    if (!IQ_PTX_GROW(f->consts, f->const_count, f->const_cap))
        return 0;
    f->consts[f->const_count] =
        (struct iq_ptx_const){ CONST_KPARAM, (uint8_t)size, at, size == 8 ? TY_U64 : TY_U32 };
    return OPND(BASE_UNIFORM, f->const_count++);
}

bool iq_ptx_function_read_parameters(struct iq_ptx_function *f)
{
    uint32_t *definition = f->entry ? iq_ptx_function_definitions(f) : NULL;
    bool ok = !f->entry || definition;
    for (uint32_t i = 0; definition && ok && i < f->insn_count; i++) {
        struct iq_ptx_insn *x = &f->insns[i];
        uint32_t size = x->exec == X_ldg32 ? 4 : 8;
        uint64_t at = 0;
        if ((x->exec != X_ldg32 && x->exec != X_ldg64) || !is_place(f, definition, x->o[1], 0, &at))
            continue;
        at += (uint64_t)x->offset;
        if (at % size || at > f->param_bytes || f->param_bytes - at < size)
            continue;
        uint32_t o = parameter(f, (uint32_t)at, size);
        ok = o != 0;
        *x = (struct iq_ptx_insn){ .o = { x->o[0], o },
                                   .exec = size == 4 ? X_mov32 : X_mov64,
                                   .nd = 1,
                                   .ns = 1,
                                   .line = x->line,
                                   .loc = x->loc };
    }
    free(definition);
    return ok;
}
