/* Lowering of wgmma. */
#include "ptx/cold.h"
#include "ptx/copies.h"
#include "ptx/lower.h"
#include "ptx/warpgroup.h"

static const uint32_t depths[] = { 8, 16, 32, 64, 256 };

struct product {
    struct iq_ptx_matrix x;
    uint32_t columns, depth, mod, n; /* n: sources so far */
    const struct iq_ptx_operand *d, *a, *b, *metadata, *selector, *scale, *more;
    uint32_t more_count; /* scales of a and b; which of them stand by columns */
    uint32_t source[WGMMA_MOST_OPERANDS / 2], result[WGMMA_MOST_COLUMNS / 2];
};

static bool says(struct iq_ptx_body *b, const struct iq_ptx_operand *at, const char *what)
{
    iq_ptx_body_error(b, &at->token, "%s for instruction 'wgmma.mma_async'", what);
    return false;
}

/* d, a, b, [metadata, selector], scale-d, [scales of a and b, [by columns: a if it is in memory,
 * b]] */
static bool find_operands(struct iq_ptx_body *b, const struct iq_ptx_statement *st,
                          struct product *p)
{
    const struct iq_ptx_operand *next = st->operand;
    enum iq_ptx_type t = p->x.type[FRAGMENT_A];
    bool vector = st->operand_count > 1 && st->operand[1].kind == OP_VECTOR,
         halves = t == TY_F16 || t == TY_BF16;
    p->more_count = !iq_ptx_type_is_float(t) ? 0 : !halves ? 2 : vector ? 3 : 4;
    uint32_t count = 4 + (p->x.sparse ? 2 : 0) + p->more_count;
    if (!iq_ptx_lower_operands(b, st, count, count))
        return false;
    p->d = next++, p->a = next++, p->b = next++;
    if (p->x.sparse)
        p->metadata = next++, p->selector = next++;
    p->scale = next++;
    p->more = next;
    p->mod |= vector ? WGMMA_A_IN_REGISTERS : 0;
    return true;
}

static bool read_scales(struct iq_ptx_body *b, struct product *p)
{
    for (uint32_t k = 0; k < p->more_count; k++) {
        const struct iq_ptx_operand *o = &p->more[k];
        if (o->kind != OP_INT || (k < 2 ? o->value + 1 != 0 && o->value != 1 : o->value > 1))
            return says(b, o, k < 2 ? "1 or -1 expected" : "0 or 1 expected");
        if (k < 2)
            p->mod ^= o->value == 1 ? 0 : WGMMA_MINUS;
        else if (o->value)
            p->mod |= k + 1 == p->more_count ? WGMMA_B_BY_COLUMNS : WGMMA_A_BY_COLUMNS;
    }
    if (!p->x.sparse)
        return true;
    if (p->selector->kind != OP_INT ||
        p->selector->value > (iq_ptx_matrix_bits(p->x.type[FRAGMENT_A]) > 8))
        return says(b, p->selector, "Sparsity selector that the shape has expected");
    p->mod |= p->selector->value ? WGMMA_SELECTOR : 0;
    return true;
}

/* [to]: sources or results. */
static bool add_registers(struct iq_ptx_body *b, const struct iq_ptx_operand *v, uint32_t want,
                          bool results, uint32_t *to)
{
    const struct iq_ptx_operand *items;
    if (iq_ptx_lower_items(v, &items) != want)
        return says(b, v, "Argument vector size mismatch");
    for (uint32_t k = 0; k < want; k++)
        to[k] = results ? iq_ptx_lower_dest(b, &items[k], TY_B32)
                        : iq_ptx_lower_source(b, &items[k], TY_B32);
    return true;
}

static void emit(struct iq_ptx_body *b, struct product *p)
{
    uint32_t registers = p->columns / (p->x.type[FRAGMENT_D] == TY_F16 ? 4 : 2);
    if (!(p->mod & WGMMA_A_IN_REGISTERS))
        p->source[p->n++] = iq_ptx_lower_source(b, p->a, TY_B64);
    else if (!add_registers(b, p->a, 4, false, p->source))
        return;
    else
        p->n = 4;
    p->source[p->n++] = iq_ptx_lower_source(b, p->b, TY_B64);
    p->source[p->n++] =
        p->x.sparse ? iq_ptx_lower_source(b, p->metadata, TY_B32) : iq_ptx_lower_value(b, 4, 0);
    p->source[p->n++] = iq_ptx_lower_source(b, p->scale, TY_PRED);
    bool read = p->scale->kind != OP_INT || p->scale->value;
    if ((read && !add_registers(b, p->d, registers, false, p->source + p->n)) ||
        !add_registers(b, p->d, registers, true, p->result))
        return;
    struct iq_ptx_insn *i = iq_ptx_lower_emit_long(b, X_wgmma, registers, p->result,
                                                   p->n + (read ? registers : 0), p->source);
    i->imm = iq_ptx_matrix_pack(&p->x);
    i->mod = p->mod | p->columns;
}

static void product(struct iq_ptx_body *b, const struct iq_ptx_statement *st)
{
    uint32_t shape = iq_ptx_val(st, G_WIDE_SHAPE);
    struct product p = { .columns = (shape / 5 + 1) * 8, .depth = depths[shape % 5] };
    if (!iq_ptx_has(st, G_WIDE_SHAPE) || st->type_count != 3) {
        iq_ptx_body_error(b, &st->token, "%s required for instruction 'wgmma.mma_async'",
                          st->type_count != 3 ? "Three types" : "Shape modifier");
        return;
    }
    p.x = (struct iq_ptx_matrix){ .saturate = iq_ptx_has(st, G_SAT),
                                  .both = iq_ptx_val(st, G_BOOL) == BOOL_AND,
                                  .sparse = iq_ptx_has(st, G_SPARSE),
                                  .type = { [FRAGMENT_A] = st->type[1],
                                            [FRAGMENT_B] = st->type[2],
                                            [FRAGMENT_C] = st->type[0],
                                            [FRAGMENT_D] = st->type[0] } };
    p.x.shape = iq_ptx_warpgroup_shape(&p.x, p.depth);
    bool bits = st->type[1] == TY_B1;
    if (!p.x.shape || !iq_ptx_warpgroup_is_known(&p.x, p.columns) ||
        (p.x.saturate && st->type[0] != TY_S32) || bits != iq_ptx_has(st, G_BOOL) ||
        (bits && !p.x.both))
        iq_ptx_body_error(b, &st->token, "Unexpected instruction types specified for '%s'",
                          "wgmma.mma_async");
    else if (find_operands(b, st, &p) && read_scales(b, &p))
        emit(b, &p);
}

/* A fence orders the registers, which are always ready here. */
IQ_PTX_LOWER(wgmma)
{
    if (iq_ptx_val(st, G_WGMMA) == WGMMA_MMA)
        product(b, st);
    else if (iq_ptx_val(st, G_GROUP) == GROUP_WAIT &&
             (st->operand_count != 1 || st->operand[0].kind != OP_INT))
        iq_ptx_body_error(b, &st->token, "Arguments mismatch for instruction 'wgmma.wait_group'");
    else if (iq_ptx_has(st, G_GROUP))
        iq_ptx_lower_copy_group(b, st, COPY_GROUP_MATRIX);
}
