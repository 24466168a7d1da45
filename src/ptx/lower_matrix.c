/* Lowering of matrix instructions: mma, wmma, ldmatrix, stmatrix, movmatrix. */
#include "ptx/cold.h"
#include "ptx/lower.h"
#include "ptx/matrix.h"

static uint32_t add_vector(struct iq_ptx_body *b, const struct iq_ptx_operand *v, uint32_t bytes,
                           bool dest, uint32_t *o)
{
    enum iq_ptx_type t = bytes == 8 ? TY_B64 : TY_B32;
    const struct iq_ptx_operand *items;
    uint32_t n = iq_ptx_lower_items(v, &items);
    if (n > 8) {
        iq_ptx_body_error(b, &v->token, "Vector size does not match the operand");
        return 0;
    }
    for (uint32_t k = 0; k < n; k++)
        o[k] = dest ? iq_ptx_lower_dest(b, &items[k], t) : iq_ptx_lower_source(b, &items[k], t);
    return n;
}

static uint32_t cell(enum iq_ptx_type t) { return t == TY_F64 ? 8 : 4; }

/* The number of registers must be the one of the fragment. */
static bool fits(struct iq_ptx_body *b, const struct iq_ptx_operand *v,
                 const struct iq_ptx_matrix *x, uint32_t fragment, bool wmma)
{
    const struct iq_ptx_operand *items;
    uint32_t have = iq_ptx_lower_items(v, &items),
             want = iq_ptx_matrix_registers(x, fragment, wmma);
    if (have != want)
        iq_ptx_body_error(b, &v->token, "Vector of %u registers expected", want);
    return have == want;
}

static void emit_mma(struct iq_ptx_body *b, const struct iq_ptx_statement *st,
                     const struct iq_ptx_matrix *x, bool wmma)
{
    uint32_t d[8], s[24], n = 0, nd, operands = x->sparse ? 6 : 4;
    const struct iq_ptx_operand *selector = &st->operand[5];
    if (!iq_ptx_lower_operands(b, st, operands, operands))
        return;
    if (x->sparse && (selector->kind != OP_INT || selector->value > 3)) {
        iq_ptx_body_error(b, &selector->token, "Sparsity selector of 0 to 3 expected");
        return;
    }
    if (!iq_ptx_matrix_is_known(x)) {
        iq_ptx_lower_unsupported(b, st);
        return;
    }
    for (uint32_t k = 0; k < 4; k++)
        if (!fits(b, &st->operand[k], x, k == 0 ? FRAGMENT_D : k - 1, wmma))
            return;
    n += add_vector(b, &st->operand[1], cell(x->type[FRAGMENT_A]), false, s + n);
    n += add_vector(b, &st->operand[2], cell(x->type[FRAGMENT_B]), false, s + n);
    n += add_vector(b, &st->operand[3], cell(x->type[FRAGMENT_C]), false, s + n);
    if (x->sparse)
        n += add_vector(b, &st->operand[4], 4, false, s + n);
    nd = add_vector(b, &st->operand[0], cell(x->type[FRAGMENT_D]), true, d);
    struct iq_ptx_insn *i = iq_ptx_lower_emit_long(b, X_mma, nd, d, n, s);
    i->imm = iq_ptx_matrix_pack(x);
    i->target = iq_ptx_matrix_is_whole(x)
                    ? 1 + (uint32_t)__builtin_ctz(iq_ptx_matrix_packed(x->type[FRAGMENT_A]))
                    : 0;
    i->mod = wmma | (x->sparse ? (uint32_t)selector->value << 8 : 0);
}

/* Types stand as d a b c; wmma of halves names d and c only. */
static struct iq_ptx_matrix matrix_of(const struct iq_ptx_statement *st)
{
    struct iq_ptx_matrix x = { .shape = iq_ptx_val(st, G_SHAPE),
                               .rounding = iq_ptx_val(st, G_RND),
                               .saturate = iq_ptx_has(st, G_SAT),
                               .both = iq_ptx_val(st, G_BOOL) == BOOL_AND,
                               .sparse = iq_ptx_has(st, G_SPARSE),
                               .col = { iq_ptx_val(st, G_ROWCOL) != 0,
                                        iq_ptx_val(st, G_ROWCOL2) != 0 } };
    bool all = st->type_count == 4;
    x.type[FRAGMENT_D] = st->type[0];
    x.type[FRAGMENT_A] = all ? st->type[1] : TY_F16;
    x.type[FRAGMENT_B] = all ? st->type[2] : TY_F16;
    x.type[FRAGMENT_C] = st->type_count < 2 ? st->type[0] : all ? st->type[3] : st->type[1];
    return x;
}

IQ_PTX_LOWER(mma)
{
    struct iq_ptx_matrix x = matrix_of(st);
    if (st->type_count != 4)
        iq_ptx_body_error(b, &st->token, "Unexpected instruction types specified for 'mma'");
    else
        emit_mma(b, st, &x, false);
}

static bool is_value(const struct iq_ptx_body *b, uint32_t o, uint64_t *value)
{
    const struct iq_ptx_const *c =
        OPND_BASE(o) == BASE_UNIFORM ? &b->function->consts[OPND_OFFSET(o)] : NULL;
    *value = c && c->kind == CONST_VALUE ? c->value : 0;
    return c && c->kind == CONST_VALUE;
}

/* A number for what a lane's place in a fragment depends on besides the stride. */
static uint64_t code(uint64_t known, uint32_t more) { return known | (uint64_t)more << KNOWN_BITS; }

/* Elements between a fragment's begin and a lane's part of it: lanes of a group of four lie side by
 * side, groups along the other side. */
static uint32_t lane_index(struct iq_ptx_body *b, uint32_t each, bool groups_by_stride,
                           uint32_t stride)
{
    uint64_t lanes = code(KNOWN_LANE, each << 1 | groups_by_stride);
    uint32_t index = iq_ptx_lower_known(b, lanes, stride, stride);
    if (index != UINT32_MAX)
        return index;
    uint32_t lane = iq_ptx_lower_const(b, CONST_SREG, 4, SREG_LANEID, 0),
             group = iq_ptx_lower_reg(b, 4), in = iq_ptx_lower_reg(b, 4),
             side = iq_ptx_lower_reg(b, 4);
    index = iq_ptx_lower_reg(b, 4);
    iq_ptx_lower_emit_words(b, X_shru32, 1, 2, group, lane, iq_ptx_lower_value(b, 4, 2));
    iq_ptx_lower_emit_words(b, X_and32, 1, 2, in, lane, iq_ptx_lower_value(b, 4, 3));
    iq_ptx_lower_emit_words(b, X_mul32, 1, 2, side, in, iq_ptx_lower_value(b, 4, each));
    iq_ptx_lower_emit_words(b, X_mad32, 1, 3, index, groups_by_stride ? group : side, stride,
                            groups_by_stride ? side : group);
    return iq_ptx_lower_remember(b, lanes, stride, stride, index);
}

/* [base] and [elements] of [bytes], in a register that may be there already. */
static uint32_t sum(struct iq_ptx_body *b, uint64_t known, uint32_t elements, uint32_t bytes,
                    uint32_t base)
{
    uint32_t result = iq_ptx_lower_known(b, code(known, bytes), elements, base);
    if (result != UINT32_MAX)
        return result;
    result = iq_ptx_lower_reg(b, 8);
    iq_ptx_lower_emit_words(b, X_madw_u32, 1, 3, result, elements, iq_ptx_lower_value(b, 4, bytes),
                            base);
    return iq_ptx_lower_remember(b, code(known, bytes), elements, base, result);
}

/* Where a lane's part of a fragment begins, in memory. */
static uint32_t lane_address(struct iq_ptx_body *b, const struct iq_ptx_matrix *x,
                             uint32_t fragment, bool col, uint32_t base, uint32_t stride)
{
    uint32_t each = fragment >= FRAGMENT_C ? 2 : iq_ptx_matrix_packed(x->type[fragment]);
    uint32_t index = lane_index(b, each, (fragment == FRAGMENT_B) == col, stride);
    return sum(b, KNOWN_START, index, iq_ptx_matrix_bits(x->type[fragment]) / 8, base);
}

/* Fragments whose registers lie in memory as they are become plain loads and stores. */
static bool plain_memory(struct iq_ptx_body *b, const struct iq_ptx_statement *st,
                         const struct iq_ptx_matrix *x, const uint32_t *r, uint32_t count,
                         uint32_t base, uint32_t stride, int64_t offset)
{
    enum { SIDES = 32 };
    uint32_t fragment = iq_ptx_val(st, G_FRAGMENT), bits = iq_ptx_matrix_bits(st->type[0]),
             bytes = bits / 8, at[SIDES] = { 0 };
    bool col = iq_ptx_val(st, G_ROWCOL) != 0, store = iq_ptx_val(st, G_WMMA) == WMMA_STORE;
    uint64_t pitch;
    if (bits < 8 || (iq_ptx_matrix_packed(st->type[0]) > 1 && (fragment == FRAGMENT_B) != col))
        return false;
    uint32_t address = lane_address(b, x, fragment, col, base, stride);
    bool known = is_value(b, stride, &pitch);
    for (uint32_t k = 0; k < count && !known; k++) {
        struct iq_ptx_place p = iq_ptx_matrix_place(x, fragment, k, 0, 0);
        uint32_t row = (col ? p.col : p.row) % SIDES;
        if (!row || at[row])
            continue;
        at[row] = sum(b, KNOWN_ROW, stride, row * bytes, address);
    }
    uint32_t places =
        iq_ptx_matrix_registers(x, fragment, false); /* surplus registers repeat them */
    for (uint32_t k = 0; k < count; k++) {
        struct iq_ptx_place p = iq_ptx_matrix_place(x, fragment, k, 0, 0);
        uint32_t row = col ? p.col : p.row, column = col ? p.row : p.col;
        if (k >= places && !store) {
            iq_ptx_lower_emit_words(b, X_mov32, 1, 1, r[k], r[k - places]);
            continue;
        }
        iq_ptx_lower_access(b, iq_ptx_val(st, G_SPACE), store, r[k], bits == 64 ? 8 : 4,
                            row && !known ? at[row % SIDES] : address,
                            offset + (int64_t)((known ? row * pitch : 0) + column) * bytes);
    }
    return true;
}

/* wmma.load.a d, [p], stride and wmma.store.d [p], d, stride; without a stride the matrix is
 * dense. */
static void wmma_memory(struct iq_ptx_body *b, const struct iq_ptx_statement *st, bool store)
{
    uint32_t fragment = iq_ptx_val(st, G_FRAGMENT), o[8], s[10], n = 0,
             space = iq_ptx_val(st, G_SPACE);
    const struct iq_ptx_operand *v = &st->operand[store ? 1 : 0], *m = &st->operand[store ? 0 : 1];
    struct iq_ptx_matrix x = { .shape = iq_ptx_val(st, G_SHAPE),
                               .type = { st->type[0], st->type[0], st->type[0], st->type[0] } };
    bool col = iq_ptx_val(st, G_ROWCOL) != 0;
    int64_t offset;
    if (!iq_ptx_lower_operands(b, st, 2, 3))
        return;
    /* any inputs that the shape knows: only the accumulator's places matter */
    if (fragment >= FRAGMENT_C)
        x.type[FRAGMENT_A] = x.type[FRAGMENT_B] = iq_ptx_matrix_input(x.shape);
    if (!iq_ptx_matrix_is_known(&x)) {
        iq_ptx_lower_unsupported(b, st);
        return;
    }
    if (!fits(b, v, &x, fragment, true))
        return;
    s[n++] = iq_ptx_lower_address(b, m, &offset);
    s[n++] = st->operand_count > 2
                 ? iq_ptx_lower_source(b, &st->operand[2], TY_B32)
                 : iq_ptx_lower_value(b, 4, iq_ptx_matrix_stride(&x, fragment, col));
    uint32_t count = add_vector(b, v, cell(st->type[0]), !store, store ? s + n : o);
    if (plain_memory(b, st, &x, store ? s + n : o, count, s[0], s[1], offset))
        return;
    struct iq_ptx_insn *i =
        iq_ptx_lower_emit_long(b, X_wmma_memory, store ? 0 : count, o, store ? n + count : n, s);
    i->mod = WMMA_MOD(x.shape, st->type[0], fragment, col) | (store ? WMMA_STORES : 0) |
             (space == IQ_PTX_SHARED ? WMMA_SHARED : 0);
    i->offset = offset;
}

IQ_PTX_LOWER(wmma)
{
    struct iq_ptx_matrix x = matrix_of(st);
    if (iq_ptx_val(st, G_WMMA) == WMMA_MMA)
        emit_mma(b, st, &x, true);
    else
        wmma_memory(b, st, iq_ptx_val(st, G_WMMA) == WMMA_STORE);
}

IQ_PTX_LOWER(ldmatrix)
{
    bool store = st->row->exec != 0;
    uint32_t o[8], s[10], n = 0, number = iq_ptx_val(st, G_NUMBER);
    const struct iq_ptx_operand *v = &st->operand[store ? 1 : 0], *m = &st->operand[store ? 0 : 1];
    int64_t offset;
    if (!iq_ptx_lower_operands(b, st, 2, 2))
        return;
    if (iq_ptx_val(st, G_SHAPE) != SHAPE_M8N8 || st->type[0] != TY_B16) {
        iq_ptx_lower_unsupported(b, st);
        return;
    }
    s[n++] = iq_ptx_lower_address(b, m, &offset);
    uint32_t count = add_vector(b, v, 4, !store, store ? s + n : o);
    if (count != number) {
        iq_ptx_body_error(b, &v->token, "Vector of %u registers expected", number);
        return;
    }
    struct iq_ptx_insn *i =
        iq_ptx_lower_emit_long(b, X_ldmatrix, store ? 0 : count, o, store ? n + count : n, s);
    i->mod = number | (iq_ptx_has(st, G_TO) ? LDMATRIX_TRANSPOSED : 0) | (store ? WMMA_STORES : 0) |
             (iq_ptx_val(st, G_SPACE) == IQ_PTX_SHARED ? WMMA_SHARED : 0);
    i->offset = offset;
}

IQ_PTX_LOWER(movmatrix)
{
    if (!iq_ptx_lower_operands(b, st, 2, 2))
        return;
    uint32_t s = iq_ptx_lower_source(b, &st->operand[1], TY_B32);
    iq_ptx_lower_emit_words(b, X_movmatrix, 1, 1, iq_ptx_lower_dest(b, &st->operand[0], TY_B32), s);
}
