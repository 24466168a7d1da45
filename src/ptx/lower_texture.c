/* Lowering of texture and surface instructions.  Operands of the decoded form: handle, x, y, z,
 * layer, then level or the gradients, then what is stored; results behind them. */
#include <string.h>

#include "ptx/cold.h"
#include "ptx/lower.h"
#include "ptx/texture.h"

static const uint8_t dims_of[] = { 1, 2, 3, 1, 2, 3, 3 }, layered[] = { 0, 0, 0, 1, 1, 0, 1 };

struct texture_access {
    uint32_t source[20], source_count, dest[5], dest_count;
};

static void add_source(struct texture_access *a, uint32_t operand)
{
    a->source[a->source_count++] = operand;
}

/* [handle, {coordinates}], perhaps with a sampler between. */
static bool place(struct iq_ptx_body *b, const struct iq_ptx_statement *st,
                  const struct iq_ptx_operand *m, enum iq_ptx_type t, struct texture_access *a)
{
    uint32_t geom = iq_ptx_val(st, G_GEOM), zero = iq_ptx_lower_value(b, 4, 0);
    const struct iq_ptx_operand *items;
    if (m->kind != OP_ADDRESS || m->count < 2 || !m->items || geom >= GEOM_2DMS) {
        iq_ptx_body_error(b, &m->token, "Texture or surface operand with coordinates expected");
        return false;
    }
    uint32_t have = iq_ptx_lower_items(&m->items[m->count - 1], &items);
    if (have < (uint32_t)dims_of[geom] + layered[geom]) {
        iq_ptx_body_error(b, &m->token, "Coordinates expected");
        return false;
    }
    add_source(a, iq_ptx_lower_source(b, &m->items[0], TY_U64));
    for (uint32_t k = 0; k < 3; k++)
        add_source(a,
                   k < dims_of[geom] ? iq_ptx_lower_source(b, &items[k + layered[geom]], t) : zero);
    add_source(a, layered[geom] ? iq_ptx_lower_source(b, &items[0], TY_B32) : zero);
    return true;
}

static bool level(struct iq_ptx_body *b, const struct iq_ptx_statement *st, enum iq_ptx_type t,
                  struct texture_access *a)
{
    uint32_t kind = iq_ptx_val(st, G_LEVEL), geom = iq_ptx_val(st, G_GEOM);
    if (!iq_ptx_lower_operands(b, st, 2 + kind, 4 + kind))
        return false;
    if (kind == IQ_PTX_LEVEL_GIVEN)
        add_source(a, iq_ptx_lower_source(b, &st->operand[2], t));
    for (uint32_t g = 0; kind == IQ_PTX_LEVEL_GRADIENT && g < 2; g++) {
        const struct iq_ptx_operand *items;
        uint32_t n = iq_ptx_lower_items(&st->operand[2 + g], &items);
        if (n < dims_of[geom]) {
            iq_ptx_body_error(b, &st->operand[2 + g].token, "Gradient expected");
            return false;
        }
        for (uint32_t k = 0; k < 3; k++)
            add_source(a, k < dims_of[geom] ? iq_ptx_lower_source(b, &items[k], t)
                                            : iq_ptx_lower_value(b, 4, 0));
    }
    return true;
}

static void emit(struct iq_ptx_body *b, const struct texture_access *a, uint32_t mod, uint32_t more)
{
    struct iq_ptx_insn *i =
        iq_ptx_lower_emit_long(b, X_texture, a->dest_count, a->dest, a->source_count, a->source);
    i->mod = mod;
    i->imm = more;
}

static uint32_t kind_of(enum iq_ptx_type t, bool surface)
{
    return iq_ptx_type_is_float(t) ? 'f' : iq_ptx_type_is_signed(t) ? 's' : surface ? 'b' : 'u';
}

/* A fetch gives f32, which an H200 rounds to nearest: four halves, or two pairs. */
static void round_halves(struct iq_ptx_body *b, const struct iq_ptx_operand *v, enum iq_ptx_type t,
                         const uint32_t *fetched)
{
    uint32_t half[4];
    for (uint32_t k = 0; k < 4; k++) {
        half[k] = t == TY_F16 ? iq_ptx_lower_dest(b, &v->items[k], t) : iq_ptx_lower_reg(b, 2);
        iq_ptx_lower_emit_words(b, X_cvt, 1, 1, half[k], fetched[k])->mod =
            (uint32_t)TY_F16 | (uint32_t)TY_F32 << 8 | (uint32_t)RND_RN << 16;
    }
    for (uint32_t k = 0; k < 2 && t == TY_F16X2; k++)
        iq_ptx_lower_emit_words(b, X_pack2_16, 1, 2, iq_ptx_lower_dest(b, &v->items[k], t),
                                half[2 * k], half[2 * k + 1])
            ->mod = 2;
}

IQ_PTX_LOWER(tex)
{
    enum iq_ptx_type ct = st->type_count > 1 ? st->type[1] : TY_S32, t = st->type[0];
    const struct iq_ptx_operand *d = &st->operand[0], *v = d->kind == OP_PAIR ? &d->items[0] : d;
    struct texture_access a = { .source_count = 0 };
    bool gather = st->row->exec != 0, wide = ct == TY_F32;
    bool halves = t == TY_F16 || t == TY_F16X2;
    if (v->kind != OP_VECTOR || v->count != (t == TY_F16X2 ? 2 : 4) || st->operand_count < 2 ||
        iq_ptx_val(st, G_GEOM) >= GEOM_2DMS) {
        iq_ptx_lower_unsupported(b, st);
        return;
    }
    if (!place(b, st, &st->operand[1], wide ? TY_F32 : TY_B32, &a) ||
        !level(b, st, wide ? TY_F32 : TY_B32, &a))
        return;
    for (uint32_t k = 0; k < 4; k++)
        a.dest[a.dest_count++] =
            halves ? iq_ptx_lower_reg(b, 4) : iq_ptx_lower_dest(b, &v->items[k], t);
    if (d->kind == OP_PAIR)
        a.dest[a.dest_count++] = iq_ptx_lower_dest(b, &d->items[1], TY_PRED);
    uint32_t component = iq_ptx_val(st, G_COMP) ? iq_ptx_val(st, G_COMP) - 1 : 0;
    emit(b, &a,
         TEXTURE_MOD(iq_ptx_val(st, G_GEOM), 4, 2, kind_of(halves ? TY_F32 : t, false)) |
             (wide ? TEXTURE_FLOAT : 0) | (gather ? TEXTURE_GATHER : 0) |
             component << TEXTURE_COMPONENT_SHIFT | iq_ptx_val(st, G_LEVEL) << TEXTURE_LEVEL_SHIFT,
         d->kind == OP_PAIR ? TEXTURE_RESIDENT : 0);
    if (halves && !iq_ptx_body_failed(b))
        round_halves(b, v, t, a.dest);
}

static bool is_bits(enum iq_ptx_type t)
{
    return t == TY_B8 || t == TY_B16 || t == TY_B32 || t == TY_B64;
}

/* Surface elements travel through registers of at least 16 bits. */
IQ_PTX_LOWER(surface)
{
    bool store = st->row->exec != 0;
    enum iq_ptx_type t = st->type[0];
    if (!iq_ptx_lower_operands(b, st, 2, 2))
        return;
    bool formatted = iq_ptx_val(st, G_SURFACE) == SURFACE_FORMATTED;
    if (formatted ? !store || iq_ptx_type_size(t) != 4 : !is_bits(t)) {
        iq_ptx_body_error(b, &st->token, "Unexpected instruction types specified for '%s'",
                          st->row->mnemonic);
        return;
    }
    const struct iq_ptx_operand *m = &st->operand[store ? 0 : 1], *v = &st->operand[store ? 1 : 0],
                                *items;
    uint32_t n = iq_ptx_lower_items(v, &items), size = iq_ptx_type_size(t);
    struct texture_access a = { .source_count = 0 };
    if (n != (iq_ptx_has(st, G_VEC) ? iq_ptx_val(st, G_VEC) : 1) || n > 4 || n * size > 16) {
        iq_ptx_body_error(b, &v->token, "Vector size does not match the operand");
        return;
    }
    if (!place(b, st, m, TY_B32, &a))
        return;
    for (uint32_t k = 0; k < n && store; k++)
        add_source(&a, iq_ptx_lower_source(b, &items[k], t));
    for (uint32_t k = 0; k < n && !store; k++)
        a.dest[a.dest_count++] = iq_ptx_lower_dest(b, &items[k], t);
    uint32_t log = size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : 3;
    emit(b, &a,
         TEXTURE_MOD(iq_ptx_val(st, G_GEOM), n, log, kind_of(t, true)) | TEXTURE_SURFACE |
             (store ? TEXTURE_STORE : 0) | iq_ptx_val(st, G_CLAMP) << TEXTURE_CLAMP_SHIFT,
         formatted ? TEXTURE_FORMATTED : 0);
}

IQ_PTX_LOWER(sured)
{
    enum iq_ptx_type t = st->type[0];
    struct texture_access a = { .source_count = 0 };
    if (!iq_ptx_lower_operands(b, st, 2, 2))
        return;
    uint32_t op = iq_ptx_val(st, G_ATOM);
    bool known =
        op == ATOM_ADD || op == ATOM_MIN || op == ATOM_MAX || op == ATOM_AND || op == ATOM_OR;
    if (iq_ptx_val(st, G_SURFACE) == SURFACE_FORMATTED || !known) {
        iq_ptx_lower_unsupported(b, st);
        return;
    }
    const struct iq_ptx_operand *items;
    if (iq_ptx_lower_items(&st->operand[1], &items) != 1 ||
        !place(b, st, &st->operand[0], TY_B32, &a))
        return;
    add_source(&a, iq_ptx_lower_source(b, items, t));
    emit(
        b, &a,
        TEXTURE_MOD(iq_ptx_val(st, G_GEOM), 1, iq_ptx_type_size(t) == 8 ? 3 : 2, kind_of(t, true)) |
            TEXTURE_SURFACE | TEXTURE_STORE | iq_ptx_val(st, G_CLAMP) << TEXTURE_CLAMP_SHIFT,
        (op + 1) << TEXTURE_REDUCTION_SHIFT);
}

/* txq, suq: a property of the object; txq.level of one level. */
IQ_PTX_LOWER(txq)
{
    bool surface = st->row->exec != 0, given = iq_ptx_has(st, G_LEVEL);
    uint32_t query = iq_ptx_val(st, G_QUERY), zero = iq_ptx_lower_value(b, 4, 0);
    const struct iq_ptx_operand *m = &st->operand[1];
    struct texture_access a = { .source_count = 0 };
    if (query == IQ_PTX_QUERY_NONE) {
        iq_ptx_lower_unsupported(b, st);
        return;
    }
    if (!iq_ptx_lower_operands(b, st, 2 + given, 2 + given))
        return;
    if (m->kind != OP_ADDRESS || !m->count || !m->items) {
        iq_ptx_body_error(b, &m->token, "Texture or surface operand expected");
        return;
    }
    add_source(&a, iq_ptx_lower_source(b, &m->items[0], TY_U64));
    for (uint32_t k = 0; k < 4; k++)
        add_source(&a, zero);
    if (given)
        add_source(&a, iq_ptx_lower_source(b, &st->operand[2], TY_B32));
    a.dest[a.dest_count++] = iq_ptx_lower_dest(b, &st->operand[0], TY_B32);
    emit(b, &a,
         TEXTURE_MOD(GEOM_1D, 1, 2, 'u') | (surface ? TEXTURE_SURFACE : 0) |
             (given ? 1u : 0u) << TEXTURE_LEVEL_SHIFT,
         query << TEXTURE_QUERY_SHIFT);
}
