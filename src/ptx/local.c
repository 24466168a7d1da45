/* Stores of constants to neighbouring places of local memory, as compilers make them for a table in
 * a function, byte by byte: one wide store does the same in a part of the time. */
#include <stdlib.h>

#include "ptx/shape.h"

enum { DEPTH_MOST = 8, WIDE = 8 };

struct joining {
    struct iq_ptx_function *f;
    uint32_t *definition;               /* iq_ptx_function_definitions */
    uint8_t *guarded, *meets, *dropped; /* by instruction */
};

static bool prepare(struct joining *w)
{
    const struct iq_ptx_function *f = w->f;
    uint64_t guarded = 0;
    w->definition = iq_ptx_function_definitions(f);
    w->guarded = calloc(f->insn_count + 1, 1);
    w->meets = iq_ptx_function_meets(f);
    for (uint32_t i = 0; w->guarded && i < f->insn_count; i++) {
        w->guarded[i] = guarded != 0;
        guarded = iq_ptx_guarded_after(&f->insns[i], guarded);
    }
    return w->definition && w->guarded && w->meets;
}

static const struct iq_ptx_const *value_of(const struct joining *w, uint32_t o)
{
    const struct iq_ptx_const *c =
        OPND_BASE(o) == BASE_UNIFORM ? &w->f->consts[OPND_OFFSET(o)] : NULL;
    return c && c->kind == CONST_VALUE ? c : NULL;
}

/* Where in the function's own local memory is that? */
static bool place_of(const struct joining *w, uint32_t o, uint32_t depth, uint64_t *place)
{
    uint32_t at = OPND_BASE(o) == BASE_FRAME ? w->definition[o] : 0;
    if (!at || depth > DEPTH_MOST)
        return false;
    const struct iq_ptx_insn *x = &w->f->insns[at - 1];
    const struct iq_ptx_const *more = x->exec == X_add64 ? value_of(w, x->o[2]) : NULL;
    *place = x->exec == X_frame_address ? x->imm : 0;
    if (x->exec == X_frame_address)
        return true;
    if ((x->exec != X_mov64 && !more) || !place_of(w, x->o[1], depth + 1, place))
        return false;
    *place += more ? more->value : 0;
    return true;
}

static uint32_t bytes_of(uint32_t exec)
{
    return exec == X_stl8 ? 1 : exec == X_stl16 ? 2 : exec == X_stl32 ? 4 : 0;
}

/* A store of a constant to a known place inside. */
static bool is_store(const struct joining *w, uint32_t i, uint64_t *place, uint64_t *value)
{
    const struct iq_ptx_insn *x = &w->f->insns[i];
    uint32_t bytes = bytes_of(x->exec);
    const struct iq_ptx_const *c = bytes ? value_of(w, x->o[1]) : NULL;
    if (!c || w->guarded[i] || x->o[5] || !place_of(w, x->o[0], 0, place))
        return false;
    *place += (uint64_t)x->offset;
    *value = c->value & (bytes == 4 ? UINT32_MAX : (1u << 8 * bytes) - 1);
    return *place < w->f->local_bytes && w->f->local_bytes - *place >= bytes;
}

/* A copy of a constant, which nothing that is joined depends on. */
static bool is_copy(const struct iq_ptx_insn *x)
{
    return x->exec >= X_mov16 && x->exec <= X_mov64 && OPND_BASE(x->o[1]) == BASE_UNIFORM;
}

/* The stores from [first] on that make one of WIDE bytes; their number, 0: none.  *all: the bytes;
 * stores: where they are. */
static uint32_t stores_from(const struct joining *w, uint32_t first, uint64_t *all,
                            uint32_t *stores)
{
    uint64_t begin, place, value;
    uint32_t bytes = bytes_of(w->f->insns[first].exec), n = 1;
    if (!bytes || !is_store(w, first, &begin, all) || begin % WIDE ||
        w->f->local_bytes - begin < WIDE)
        return 0;
    stores[0] = first;
    for (uint32_t i = first + 1; i < w->f->insn_count && n < WIDE / bytes; i++) {
        const struct iq_ptx_insn *x = &w->f->insns[i];
        if (w->meets[i])
            return 0;
        if (is_copy(x) && !w->guarded[i])
            continue;
        if (bytes_of(x->exec) != bytes || !is_store(w, i, &place, &value) ||
            place != begin + n * bytes)
            return 0;
        *all |= value << 8 * bytes * n;
        stores[n++] = i;
    }
    return n == WIDE / bytes ? n : 0;
}

static bool join(struct joining *w, const uint32_t *stores, uint32_t n, uint64_t all)
{
    struct iq_ptx_function *f = w->f;
    struct iq_ptx_insn *x = &f->insns[stores[0]];
    if (!IQ_PTX_GROW(f->consts, f->const_count, f->const_cap))
        return false;
    f->consts[f->const_count] = (struct iq_ptx_const){ CONST_VALUE, WIDE, 0, all };
    x->exec = X_stl64;
    x->o[1] = OPND(BASE_UNIFORM, f->const_count++);
    x->mod = WIDE - 1;
    for (uint32_t k = 1; k < n; k++)
        w->dropped[stores[k]] = 1;
    return true;
}

bool iq_ptx_function_join_stores(struct iq_ptx_function *f, uint8_t *dropped)
{
    struct joining w = { .f = f, .dropped = dropped };
    uint32_t found = 0;
    bool ok = true;
    for (uint32_t i = 0; i < f->insn_count; i++)
        found += bytes_of(f->insns[i].exec) != 0;
    ok = found < 2 || prepare(&w);
    for (uint32_t i = 0; found > 1 && ok && i < f->insn_count; i++) {
        uint32_t stores[WIDE], n;
        uint64_t all = 0;
        n = dropped[i] ? 0 : stores_from(&w, i, &all, stores);
        ok = !n || join(&w, stores, n, all);
    }
    free(w.definition);
    free(w.guarded);
    free(w.meets);
    return ok;
}
