/* Lowering of tensor copies and of tensormap. */
#include "ptx/cold.h"
#include "ptx/copies.h"
#include "ptx/lower.h"
#include "ptx/tensor_map.h"

enum { RANK = IQ_PTX_TENSOR_RANK, OFFSETS = RANK - 2 };

static void refuse(struct iq_ptx_body *b, const struct iq_ptx_statement *st)
{
    iq_ptx_body_error(b, &st->token, "Illegal operation or type for instruction '%s'",
                      st->row->mnemonic);
}

/* Registers of a vector, or the one register; the rest stays zero. */
static void read_vector(struct iq_ptx_body *b, const struct iq_ptx_operand *v, uint32_t want,
                        enum iq_ptx_type type, uint32_t *to)
{
    const struct iq_ptx_operand *items;
    if (iq_ptx_lower_items(v, &items) != want) {
        iq_ptx_body_error(b, &v->token, "Argument vector size mismatch");
        return;
    }
    for (uint32_t k = 0; k < want; k++)
        to[k] = iq_ptx_lower_source(b, &items[k], type);
}

struct copy {
    const struct iq_ptx_operand *shared, *map, *barrier, *offsets, *blocks;
    uint32_t rank, mode, flags;
};

/* [shared], [map, coordinates], [mbarrier], offsets, blocks, policy; or [map, coordinates],
 * [shared], policy */
static bool find_operands(struct iq_ptx_body *b, const struct iq_ptx_statement *st, struct copy *c)
{
    const struct iq_ptx_operand *o = st->operand;
    bool loads = c->flags & BULK_TO_SHARED, offsets = loads && c->mode == LOADMODE_IM2COL,
         blocks = c->flags & BULK_TO_MANY;
    uint32_t least = 2u + loads + offsets + blocks;
    if (!iq_ptx_lower_operands(b, st, least, least + iq_ptx_has(st, G_POLICY)))
        return false;
    c->shared = loads ? o++ : &o[1];
    c->map = o++;
    c->barrier = loads ? o++ : NULL;
    c->offsets = offsets ? o++ : NULL;
    c->blocks = blocks ? o++ : NULL;
    if (c->map->kind != OP_ADDRESS || c->map->count != 2) {
        iq_ptx_body_error(b, &c->map->token, "Tensor map and coordinates expected");
        return false;
    }
    return true;
}

static bool is_of_rows(const struct copy *c)
{
    return c->mode == LOADMODE_GATHER || c->mode == LOADMODE_SCATTER;
}

static void emit(struct iq_ptx_body *b, const struct copy *c, uint32_t reduction)
{
    uint32_t s[4 + RANK + OFFSETS], zero = iq_ptx_lower_value(b, 4, 0),
                                    none = iq_ptx_lower_value(b, 8, 0);
    for (uint32_t k = 0; k < sizeof s / sizeof *s; k++)
        s[k] = k < 4 ? none : k < 4 + RANK ? zero : iq_ptx_lower_value(b, 2, 0);
    s[0] = iq_ptx_lower_whole_address(b, c->shared);
    s[1] = iq_ptx_lower_whole_address(b, c->map);
    if (c->barrier)
        s[2] = iq_ptx_lower_whole_address(b, c->barrier);
    s[3] = c->blocks ? iq_ptx_lower_source(b, c->blocks, TY_B16) : iq_ptx_lower_value(b, 2, 0);
    read_vector(b, &c->map->items[1], is_of_rows(c) ? 1 + TENSOR_ROWS : c->rank, TY_B32, s + 4);
    if (c->offsets)
        read_vector(b, c->offsets, c->rank - 2, TY_B16, s + 4 + RANK);
    iq_ptx_lower_emit_long(b, X_copy_tensor, 0, NULL, sizeof s / sizeof *s, s)->mod =
        c->flags | reduction << 8 | c->rank << TENSOR_RANK_SHIFT | c->mode << TENSOR_MODE_SHIFT;
}

/* Does the mode go with the direction and the rank? */
static bool mode_fits(const struct copy *c, bool loads, bool reduces)
{
    switch (c->mode) {
    case LOADMODE_TILE: return true;
    case LOADMODE_GATHER: return loads && c->rank == 2;
    case LOADMODE_SCATTER: return !loads && !reduces && c->rank == 2;
    default: return c->rank >= 3 && (c->mode == LOADMODE_NO_OFFSETS) == !loads;
    }
}

IQ_PTX_LOWER(tensor)
{
    uint32_t to = iq_ptx_val(st, G_SPACE), from = iq_ptx_val(st, G_SPACE2),
             kind = iq_ptx_val(st, G_BULKOP);
    bool loads = to == IQ_PTX_SHARED, reduces = kind == BULK_REDUCE;
    struct copy c = { .rank = iq_ptx_val(st, G_RANK), .mode = iq_ptx_val(st, G_LOADMODE) };
    if (kind == BULK_PREFETCH)
        return;
    if (c.mode == LOADMODE_LATER || iq_ptx_has(st, G_CTA_GROUP)) {
        iq_ptx_lower_unsupported(b, st);
        return;
    }
    bool spaces = loads ? from == IQ_PTX_GLOBAL : to == IQ_PTX_GLOBAL && from == IQ_PTX_SHARED;
    if (!iq_ptx_has(st, G_TENSOR) || !c.rank || !spaces || !mode_fits(&c, loads, reduces) ||
        (reduces && loads) || (kind == BULK_MULTICAST && !loads) ||
        reduces != iq_ptx_has(st, G_ATOM) || iq_ptx_val(st, G_ATOM) > ATOM_DEC ||
        iq_ptx_val(st, G_COMPLETE) != (loads ? COMPLETE_MBARRIER : COMPLETE_GROUP)) {
        refuse(b, st);
        return;
    }
    c.flags = loads ? BULK_TO_SHARED | BULK_COMPLETES : BULK_FROM_SHARED;
    c.flags |= kind == BULK_MULTICAST ? BULK_TO_MANY : 0;
    if (find_operands(b, st, &c))
        emit(b, &c, reduces ? iq_ptx_val(st, G_ATOM) + 1 : 0);
}

/* Members of a map; [most] + 1: how many values an immediate has. */
static const struct member {
    uint32_t offset, size, elements, most;
} members[] = {
#define MEMBER(name) offsetof(struct iq_ptx_tensor_map, name)
    [FIELD_ADDRESS] = { MEMBER(address), 8, 0, 0 },
    [FIELD_RANK] = { MEMBER(rank), 4, 0, 0 },
    [FIELD_BOX] = { MEMBER(box), 4, RANK, 0 },
    [FIELD_DIM] = { MEMBER(dim), 4, RANK, 0 },
    [FIELD_STRIDE] = { MEMBER(stride), 8, RANK - 1, 0 },
    [FIELD_STEP] = { MEMBER(step), 4, RANK, 0 },
    [FIELD_TYPE] = { MEMBER(type), 4, 0, TENSOR_TYPES - 1 },
    [FIELD_INTERLEAVE] = { MEMBER(interleave), 4, 0, 2 },
    [FIELD_SWIZZLE] = { MEMBER(swizzle), 4, 0, 3 },
    [FIELD_FILL] = { MEMBER(fill), 4, 0, 1 }
#undef MEMBER
};

static bool is_immediate(struct iq_ptx_body *b, const struct iq_ptx_operand *o, uint32_t most)
{
    bool right = o->kind == OP_INT && o->value <= most;
    if (!right)
        iq_ptx_body_error(
            b, &o->token,
            "Integer constant in range [0..%u] expected for instruction 'tensormap.replace'", most);
    return right;
}

static void replace(struct iq_ptx_body *b, const struct iq_ptx_statement *st)
{
    const struct member *m = &members[iq_ptx_val(st, G_FIELD)];
    const struct iq_ptx_operand *o = &st->operand[1];
    uint32_t size = iq_ptx_type_size(st->type[0]), count = m->elements ? 3 : 2;
    int64_t offset;
    if (!iq_ptx_has(st, G_FIELD) || !iq_ptx_has(st, G_BITS1024) || !st->type_count ||
        size != m->size) {
        refuse(b, st);
        return;
    }
    if (!iq_ptx_lower_operands(b, st, count, count))
        return;
    if ((m->elements && !is_immediate(b, o, m->elements - 1)) ||
        (m->most && !is_immediate(b, o, m->most)))
        return;
    uint32_t at = m->elements ? (uint32_t)o++->value : 0,
             value = iq_ptx_lower_source(b, o, st->type[0]),
             address = iq_ptx_lower_address(b, &st->operand[0], &offset);
    iq_ptx_lower_access(b, iq_ptx_val(st, G_SPACE), true, value, size, address,
                        offset + m->offset + at * size);
}

/* From shared to global memory, and a fence. */
static void copy_map(struct iq_ptx_body *b, const struct iq_ptx_statement *st)
{
    uint32_t size = sizeof(struct iq_ptx_tensor_map), none = iq_ptx_lower_value(b, 8, 0);
    if (!iq_ptx_lower_operands(b, st, 3, 3) || !is_immediate(b, &st->operand[2], size))
        return;
    uint32_t to = iq_ptx_lower_whole_address(b, &st->operand[0]),
             from = iq_ptx_lower_whole_address(b, &st->operand[1]);
    iq_ptx_lower_emit_words(b, X_copy_bulk, 0, 5, to, from, iq_ptx_lower_value(b, 4, size), none,
                            iq_ptx_lower_value(b, 2, 0))
        ->mod = BULK_FROM_SHARED | BULK_ONCE;
    iq_ptx_lower_fence(b, st);
}

IQ_PTX_LOWER(tensormap)
{
    bool replaces = iq_ptx_val(st, G_TENSORMAP) == TENSORMAP_REPLACE;
    if (!iq_ptx_has(st, G_TENSORMAP) || (replaces && iq_ptx_val(st, G_FIELD) == FIELD_ATOMICITY))
        iq_ptx_lower_unsupported(b, st);
    else
        (replaces ? replace : copy_map)(b, st);
}
