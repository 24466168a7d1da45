/* Lowering of arithmetic, logic, comparison and selection. */
#include <string.h>

#include "ptx/cold.h"
#include "ptx/lower.h"

static uint32_t src(struct iq_ptx_body *b, const struct iq_ptx_statement *st, uint32_t k,
                    enum iq_ptx_type type)
{
    return iq_ptx_lower_source(b, &st->operand[k], type);
}

static uint32_t dst(struct iq_ptx_body *b, const struct iq_ptx_statement *st, uint32_t k,
                    enum iq_ptx_type type)
{
    return iq_ptx_lower_dest(b, &st->operand[k], type);
}

/* u16 u32 u64 s16 s32 s64 */
static uint32_t su(enum iq_ptx_type t)
{
    return iq_ptx_width(iq_ptx_type_size(t)) + (iq_ptx_type_is_signed(t) ? 3 : 0);
}

static enum iq_ptx_type twice(enum iq_ptx_type t)
{
    return t == TY_U16 ? TY_U32 : t == TY_S16 ? TY_S32 : t == TY_S32 ? TY_S64 : TY_U64;
}

/* Types of the operands as the form's letters say. */
static enum iq_ptx_type form_type(const struct iq_ptx_statement *st, char c)
{
    switch (c) {
    case 'u':
    case 'U': return TY_U32;
    case 'p':
    case 'q': return TY_PRED;
    default: return st->type[0];
    }
}

/* Emits exec with all operands of the row's form; the first is the destination. */
static struct iq_ptx_insn *by_form(struct iq_ptx_body *b, const struct iq_ptx_statement *st,
                                   uint32_t exec)
{
    uint32_t n = (uint32_t)strlen(st->row->form), o[6] = { 0 };
    for (uint32_t k = 1; k < n; k++)
        o[k] = src(b, st, k, form_type(st, st->row->form[k]));
    o[0] = dst(b, st, 0, form_type(st, st->row->form[0]));
    struct iq_ptx_insn *i = iq_ptx_lower_emit(b, exec, 1, n - 1);
    memcpy(i->o, o, sizeof o);
    return i;
}

static uint32_t size_log(enum iq_ptx_type t)
{
    uint32_t size = iq_ptx_type_size(t);
    return t == TY_PRED ? 7 : size <= 2 ? 1 : size == 4 ? 2 : 3;
}

/* A lane operation whose operand sizes follow from the form. */
static void lane(struct iq_ptx_body *b, const struct iq_ptx_statement *st, uint32_t code)
{
    const char *form = st->row->form;
    struct iq_ptx_insn *i = by_form(b, st, form[0] == 'p' ? X_lanep : X_lane);
    i->mod = LANE_MOD(code, st->type[0]);
    for (uint32_t k = 0; form[k]; k++)
        i->mod |= size_log(form_type(st, form[k])) << (16 + 3 * k);
}

static void lane_words(struct iq_ptx_body *b, uint32_t code, enum iq_ptx_type type, uint32_t n,
                       const uint32_t *o, const enum iq_ptx_type *types)
{
    struct iq_ptx_insn *i = iq_ptx_lower_emit(b, X_lane, 1, n - 1);
    i->mod = LANE_MOD(code, type);
    for (uint32_t k = 0; k < n; k++) {
        i->o[k] = o[k];
        i->mod |= size_log(types[k]) << (16 + 3 * k);
    }
}

IQ_PTX_LOWER(lane1) { lane(b, st, st->row->exec); }
IQ_PTX_LOWER(lane2) { lane(b, st, st->row->exec); }
IQ_PTX_LOWER(lane3) { lane(b, st, st->row->exec); }
IQ_PTX_LOWER(lane4) { lane(b, st, st->row->exec); }
IQ_PTX_LOWER(lane1u) { lane(b, st, st->row->exec); }
IQ_PTX_LOWER(lane3u) { lane(b, st, st->row->exec); }
IQ_PTX_LOWER(bfind) { lane(b, st, iq_ptx_has(st, G_SHIFTAMT) ? LANE_BFIND_SHIFT : LANE_BFIND); }
IQ_PTX_LOWER(bmsk) { lane(b, st, st->row->exec + (iq_ptx_val(st, G_BMSK) == 1)); }
IQ_PTX_LOWER(half2) { lane(b, st, st->row->exec + (iq_ptx_val(st, G_HALF) == HALF_HI)); }
IQ_PTX_LOWER(half3)
{
    lane(b, st,
         iq_ptx_has(st, G_SAT) ? LANE_MAD24_HI_SAT
                               : st->row->exec + (iq_ptx_val(st, G_HALF) == HALF_HI));
}
IQ_PTX_LOWER(shf)
{
    lane(b, st,
         LANE_SHF_L_WRAP + (iq_ptx_val(st, G_MODE) == 2 ? 2 : 0) + (iq_ptx_val(st, G_WRAP) == 2));
}
IQ_PTX_LOWER(prmt) { lane(b, st, LANE_PRMT + iq_ptx_val(st, G_PRMT)); }
IQ_PTX_LOWER(isspacep)
{
    uint32_t s =
        src(b, st, 1, st->operand[1].kind == OP_REG && st->operand[1].size == 4 ? TY_U32 : TY_U64);
    uint32_t d = dst(b, st, 0, TY_PRED);
    struct iq_ptx_insn *i = iq_ptx_lower_emit_words(b, X_lanep, 1, 1, d, s);
    i->mod = LANE_MOD(LANE_ISSPACEP, TY_U64) | 7u << 16 | 3u << 19;
    i->imm = iq_ptx_val(st, G_SPACE) | (st->in_cluster ? LANE_IN_CLUSTER : 0);
}

IQ_PTX_LOWER(pairs)
{
    lane(b, st, st->row->exec);
    if (!iq_ptx_body_failed(b))
        b->function->insns[b->function->insn_count - 1].imm = iq_ptx_has(st, G_RELU);
}

IQ_PTX_LOWER(testp)
{
    lane(b, st, LANE_TESTP);
    if (!iq_ptx_body_failed(b))
        b->function->insns[b->function->insn_count - 1].imm = iq_ptx_val(st, G_TESTP);
}

IQ_PTX_LOWER(addsub)
{
    bool sub = st->row->exec == X_sub16;
    if (iq_ptx_has(st, G_CC))
        lane(b, st, sub ? LANE_SUBCC : LANE_ADDCC);
    else if (iq_ptx_has(st, G_SAT))
        lane(b, st, sub ? LANE_SUBSAT : LANE_ADDSAT);
    else
        by_form(b, st, st->row->exec + iq_ptx_width(iq_ptx_type_size(st->type[0])));
}

IQ_PTX_LOWER(carry)
{
    uint32_t code = st->row->exec;
    lane(b, st, !iq_ptx_has(st, G_CC) ? code : code == LANE_ADDC ? LANE_ADDCCC : LANE_SUBCCC);
}

IQ_PTX_LOWER(alu_w) { by_form(b, st, st->row->exec + iq_ptx_width(iq_ptx_type_size(st->type[0]))); }

IQ_PTX_LOWER(alu_su)
{
    if (iq_ptx_has(st, G_RELU))
        lane(b, st, st->row->exec == X_minu16 ? LANE_RELU_MIN : LANE_RELU_MAX);
    else
        by_form(b, st, st->row->exec + su(st->type[0]));
}

/* Index in mulw_ and madw_: u16 u32 s16 s32. */
static uint32_t wide_index(enum iq_ptx_type t)
{
    return (iq_ptx_type_size(t) == 4) + (iq_ptx_type_is_signed(t) ? 2u : 0u);
}

IQ_PTX_LOWER(mul)
{
    enum iq_ptx_type t = st->type[0];
    if (!iq_ptx_lower_operands(b, st, 3, 3))
        return;
    uint32_t a = src(b, st, 1, t), c = src(b, st, 2, t), half = iq_ptx_val(st, G_HALF);
    if (half == HALF_WIDE && iq_ptx_type_size(t) == 8) {
        iq_ptx_body_error(b, &st->token, "Illegal modifier '.wide' for a 64-bit 'mul'");
        return;
    }
    uint32_t exec = half == HALF_WIDE ? X_mulw_u16 + wide_index(t)
                    : half == HALF_HI ? X_mulhiu16 + su(t)
                                      : X_mul16 + iq_ptx_width(iq_ptx_type_size(t));
    iq_ptx_lower_emit_words(b, exec, 1, 2, dst(b, st, 0, half == HALF_WIDE ? twice(t) : t), a, c);
}

/* mad and madc; with carry or saturation it is a product into a temporary and an addition. */
IQ_PTX_LOWER(mad)
{
    enum iq_ptx_type t = st->type[0];
    uint32_t half = iq_ptx_val(st, G_HALF), size = iq_ptx_type_size(t);
    if (!iq_ptx_lower_operands(b, st, 4, 4))
        return;
    if (half == HALF_WIDE && size == 8) {
        iq_ptx_body_error(b, &st->token, "Illegal modifier '.wide' for a 64-bit 'mad'");
        return;
    }
    enum iq_ptx_type r = half == HALF_WIDE ? twice(t) : t;
    uint32_t a = src(b, st, 1, t), c = src(b, st, 2, t), e = src(b, st, 3, r), d = dst(b, st, 0, r);
    bool plain = !st->row->exec && !iq_ptx_has(st, G_CC) && !iq_ptx_has(st, G_SAT);
    if (plain && half == HALF_LO) {
        iq_ptx_lower_emit_words(b, X_mad16 + iq_ptx_width(size), 1, 3, d, a, c, e);
        return;
    }
    if (plain && half == HALF_WIDE) {
        iq_ptx_lower_emit_words(b, X_madw_u16 + wide_index(t), 1, 3, d, a, c, e);
        return;
    }
    uint32_t product = iq_ptx_lower_reg(b, size);
    iq_ptx_lower_emit_words(b, half == HALF_HI ? X_mulhiu16 + su(t) : X_mul16 + iq_ptx_width(size),
                            1, 2, product, a, c);
    if (plain) {
        iq_ptx_lower_emit_words(b, X_add16 + iq_ptx_width(size), 1, 2, d, product, e);
        return;
    }
    uint32_t code = iq_ptx_has(st, G_SAT) ? LANE_ADDSAT
                    : st->row->exec       ? iq_ptx_has(st, G_CC) ? LANE_ADDCCC : LANE_ADDC
                                          : LANE_ADDCC;
    lane_words(b, code, t, 3, (uint32_t[]){ d, product, e }, (enum iq_ptx_type[]){ t, t, t });
}

IQ_PTX_LOWER(dot)
{
    if (!iq_ptx_lower_operands(b, st, 4, 4) || st->type_count < 2)
        return;
    bool sa = iq_ptx_type_is_signed(st->type[0]), sb = iq_ptx_type_is_signed(st->type[1]);
    enum iq_ptx_type r = sa || sb ? TY_S32 : TY_U32;
    uint32_t o[4] = { dst(b, st, 0, r), src(b, st, 1, TY_U32), src(b, st, 2, TY_U32),
                      src(b, st, 3, r) };
    uint32_t code = !st->row->exec                  ? LANE_DP4A
                    : iq_ptx_val(st, G_DPHALF) == 2 ? LANE_DP2A_HI
                                                    : LANE_DP2A_LO;
    lane_words(b, code, r, 4, o, (enum iq_ptx_type[]){ r, r, r, r });
    b->function->insns[b->function->insn_count - 1].imm = (uint64_t)sa | (uint64_t)sb << 1;
}

static const uint16_t bool_exec[] = { X_andp, X_orp, X_xorp };

IQ_PTX_LOWER(pred) { by_form(b, st, st->row->exec); }

IQ_PTX_LOWER(lop3)
{
    bool test = iq_ptx_has(st, G_BOOL); /* lop3.or.b32 d|p, a, b, c, table, q: p = (d != 0) or q */
    const struct iq_ptx_operand *d = &st->operand[0];
    if (!iq_ptx_lower_operands(b, st, 5 + test, 5 + test))
        return;
    if (test && d->kind != OP_PAIR) {
        iq_ptx_body_error(b, &d->token, "Predicate destination expected");
        return;
    }
    uint32_t o[4] = { iq_ptx_lower_dest(b, test ? &d->items[0] : d, TY_B32), src(b, st, 1, TY_B32),
                      src(b, st, 2, TY_B32), src(b, st, 3, TY_B32) };
    lane_words(b, LANE_LOP3, TY_B32, 4, o, (enum iq_ptx_type[]){ TY_B32, TY_B32, TY_B32, TY_B32 });
    b->function->insns[b->function->insn_count - 1].imm = st->operand[4].value & 0xff;
    if (!test)
        return;
    uint32_t some = iq_ptx_lower_reg(b, 1), q = src(b, st, 5, TY_PRED);
    iq_ptx_lower_emit_words(b, X_setp_ne_u32, 1, 2, some, o[0], iq_ptx_lower_value(b, 4, 0));
    iq_ptx_lower_emit_words(b, bool_exec[iq_ptx_val(st, G_BOOL) % 3], 1, 2,
                            iq_ptx_lower_dest(b, &d->items[1], TY_PRED), some, q);
}

/* Comparison codes to the order of HOT_CMP; lo ls hi hs are the unsigned names. */
static uint32_t compare_exec(enum iq_ptx_type t, uint32_t cmp, bool *is_unsigned_name)
{
    static const uint8_t plain[] = {
        [CMP_LO] = CMP_LT, [CMP_LS] = CMP_LE, [CMP_HI] = CMP_GT, [CMP_HS] = CMP_GE
    };
    static const uint16_t first[] = { X_setp_eq_u16, X_setp_eq_u32, X_setp_eq_u64,
                                      X_setp_eq_s16, X_setp_eq_s32, X_setp_eq_s64 };
    *is_unsigned_name = cmp >= CMP_LO && cmp <= CMP_HS;
    if (iq_ptx_type_is_float(t))
        return (t == TY_F32 ? X_setp_eq_f32 : X_setp_eq_f64) +
               (cmp < CMP_LO ? cmp : cmp - CMP_EQU + 6);
    if (*is_unsigned_name)
        cmp = plain[cmp];
    return first[su(t)] + cmp;
}

/* Emits the comparison of two registers into predicate d. */
static void compare(struct iq_ptx_body *b, const struct iq_ptx_statement *st, enum iq_ptx_type t,
                    uint32_t d, uint32_t x, uint32_t y)
{
    uint32_t cmp = iq_ptx_val(st, G_CMP);
    bool unsigned_name, is_float = iq_ptx_type_is_float(t),
                        hot = t == TY_F32 || t == TY_F64 || !is_float;
    uint32_t exec = compare_exec(t, cmp, &unsigned_name);
    bool only_equal = !is_float && !iq_ptx_type_is_signed(t) && !(t >= TY_U8 && t <= TY_U64);
    if (!iq_ptx_has(st, G_CMP) || (!is_float && cmp >= CMP_EQU) ||
        (unsigned_name && (is_float || iq_ptx_type_is_signed(t))) || (only_equal && cmp > CMP_NE)) {
        iq_ptx_body_error(b, &st->token,
                          "Mismatch between instruction type and comparison qualifier of '%s'",
                          st->row->mnemonic);
        return;
    }
    if (hot) {
        if (t == TY_F32 && iq_ptx_has(st, G_FTZ))
            exec += X_setp_eq_ftz - X_setp_eq_f32;
        iq_ptx_lower_emit_words(b, exec, 1, 2, d, x, y);
    } else {
        iq_ptx_lower_emit_words(b, X_setpx, 1, 2, d, x, y)->mod =
            cmp | (uint32_t)t << 8 | (iq_ptx_has(st, G_FTZ) ? FLOAT_FTZ : 0);
    }
}

static bool is_pair(enum iq_ptx_type t) { return t == TY_F16X2 || t == TY_BF16X2; }
static enum iq_ptx_type half_of(enum iq_ptx_type t)
{
    return t == TY_F16X2 ? TY_F16 : t == TY_BF16X2 ? TY_BF16 : t;
}

/* Compares operands 1 and 2, both halves of packed ones: p, and q of the upper half. */
static void compare_operands(struct iq_ptx_body *b, const struct iq_ptx_statement *st,
                             enum iq_ptx_type t, uint32_t p, uint32_t q)
{
    uint32_t x = src(b, st, 1, t), y = src(b, st, 2, t), half[4];
    if (!is_pair(t)) {
        compare(b, st, t, p, x, y);
        return;
    }
    for (uint32_t k = 0; k < 4; k++)
        half[k] = iq_ptx_lower_reg(b, 2);
    iq_ptx_lower_emit_words(b, X_unpack2_16, 2, 1, half[0], half[1], x)->mod = 2;
    iq_ptx_lower_emit_words(b, X_unpack2_16, 2, 1, half[2], half[3], y)->mod = 2;
    compare(b, st, half_of(t), p, half[0], half[2]);
    compare(b, st, half_of(t), q, half[1], half[3]);
}

/* setp of packed halves: p|q are the two results. */
static void setp_pair(struct iq_ptx_body *b, const struct iq_ptx_statement *st)
{
    const struct iq_ptx_operand *d = &st->operand[0];
    uint32_t p = iq_ptx_lower_reg(b, 1), q = iq_ptx_lower_reg(b, 1),
             c = iq_ptx_has(st, G_BOOL) ? src(b, st, 3, TY_PRED) : 0, result[2] = { p, q };
    compare_operands(b, st, st->type[0], p, q);
    for (uint32_t k = 0; k < 2 && iq_ptx_has(st, G_BOOL); k++)
        iq_ptx_lower_emit_words(b, bool_exec[iq_ptx_val(st, G_BOOL) % 3], 1, 2, result[k],
                                result[k], c);
    iq_ptx_lower_emit_words(
        b, X_movp, 1, 1, iq_ptx_lower_dest(b, d->kind == OP_PAIR ? &d->items[0] : d, TY_PRED), p);
    if (d->kind == OP_PAIR)
        iq_ptx_lower_emit_words(b, X_movp, 1, 1, iq_ptx_lower_dest(b, &d->items[1], TY_PRED), q);
}

IQ_PTX_LOWER(setp)
{
    enum iq_ptx_type t = st->type[0];
    bool combine = iq_ptx_has(st, G_BOOL);
    if (!iq_ptx_lower_operands(b, st, 3 + combine, 3 + combine))
        return;
    if (is_pair(t)) {
        setp_pair(b, st);
        return;
    }
    const struct iq_ptx_operand *d = &st->operand[0];
    const struct iq_ptx_operand *p = d->kind == OP_PAIR ? &d->items[0] : d,
                                *q = d->kind == OP_PAIR ? &d->items[1] : NULL;
    uint32_t c = combine ? src(b, st, 3, TY_PRED) : 0;
    uint32_t result = combine || q ? iq_ptx_lower_reg(b, 1) : iq_ptx_lower_dest(b, p, TY_PRED);
    compare_operands(b, st, t, result, 0);
    if (!combine && !q)
        return;
    uint32_t negated = iq_ptx_lower_reg(b, 1),
             op = combine ? bool_exec[iq_ptx_val(st, G_BOOL) % 3] : 0;
    uint32_t pd = iq_ptx_lower_dest(b, p, TY_PRED), qd = q ? iq_ptx_lower_dest(b, q, TY_PRED) : 0;
    if (q)
        iq_ptx_lower_emit_words(b, X_notp, 1, 1, negated, result);
    if (combine) {
        uint32_t kept = iq_ptx_lower_reg(b, 1); /* the destination may be c itself */
        iq_ptx_lower_emit_words(b, op, 1, 2, kept, result, c);
        if (q)
            iq_ptx_lower_emit_words(b, op, 1, 2, qd, negated, c);
        iq_ptx_lower_emit_words(b, X_movp, 1, 1, pd, kept);
    } else {
        iq_ptx_lower_emit_words(b, X_movp, 1, 1, qd, negated);
        iq_ptx_lower_emit_words(b, X_movp, 1, 1, pd, result);
    }
}

/* What `set` writes for true: all ones, or 1.0. */
static uint32_t yes_of(enum iq_ptx_type t)
{
    return t == TY_F32                      ? 0x3f800000
           : t == TY_F16 || t == TY_F16X2   ? 0x3c00
           : t == TY_BF16 || t == TY_BF16X2 ? 0x3f80
                                            : 0xffffffff;
}

IQ_PTX_LOWER(set)
{
    bool combine = iq_ptx_has(st, G_BOOL);
    enum iq_ptx_type dt = st->type[0], t = st->type_count > 1 ? st->type[1] : st->type[0];
    uint32_t size = iq_ptx_type_size(dt), p[2] = { iq_ptx_lower_reg(b, 1), 0 }, r[2];
    bool pair = is_pair(t);
    if (!iq_ptx_lower_operands(b, st, 3 + combine, 3 + combine))
        return;
    if ((size != 4 && size != 2) || (pair && size != 4) || (is_pair(dt) && !pair)) {
        iq_ptx_body_error(b, &st->token, "Unexpected instruction types specified for 'set'");
        return;
    }
    p[1] = iq_ptx_lower_reg(b, 1);
    compare_operands(b, st, t, p[0], p[1]);
    uint32_t cell = pair ? 2 : size, yes = iq_ptx_lower_value(b, cell, yes_of(dt)),
             no = iq_ptx_lower_value(b, cell, 0);
    uint32_t c = combine ? src(b, st, 3, TY_PRED) : 0, d = dst(b, st, 0, dt);
    for (uint32_t k = 0; k <= pair; k++) {
        if (combine)
            iq_ptx_lower_emit_words(b, bool_exec[iq_ptx_val(st, G_BOOL) % 3], 1, 2, p[k], p[k], c);
        r[k] = pair ? iq_ptx_lower_reg(b, 2) : d;
        iq_ptx_lower_emit_words(b, cell == 2 ? X_sel16 : X_sel32, 1, 3, r[k], yes, no, p[k]);
    }
    if (pair)
        iq_ptx_lower_emit_words(b, X_pack2_16, 1, 2, d, r[0], r[1])->mod = 2;
}

IQ_PTX_LOWER(selp)
{
    enum iq_ptx_type t = st->type[0];
    uint32_t x = src(b, st, 1, t), y = src(b, st, 2, t), p = src(b, st, 3, TY_PRED);
    iq_ptx_lower_emit_words(b, X_sel16 + iq_ptx_width(iq_ptx_type_size(t)), 1, 3, dst(b, st, 0, t),
                            x, y, p);
}

IQ_PTX_LOWER(slct)
{
    if (!iq_ptx_lower_operands(b, st, 4, 4))
        return;
    enum iq_ptx_type t = st->type[0], c = st->type_count > 1 ? st->type[1] : TY_S32;
    uint32_t o[4] = { dst(b, st, 0, t), src(b, st, 1, t), src(b, st, 2, t), src(b, st, 3, c) };
    lane_words(b,
               c != TY_F32             ? LANE_SLCT_S32
               : iq_ptx_has(st, G_FTZ) ? LANE_SLCT_FTZ
                                       : LANE_SLCT_F32,
               t, 4, o, (enum iq_ptx_type[]){ t, t, t, c });
}

/* Is there a vector handler with exactly this meaning? */
static bool float_is_hot(const struct iq_ptx_statement *st, uint32_t op)
{
    enum iq_ptx_type t = st->type[0];
    uint32_t rnd = iq_ptx_val(st, G_RND);
    return (t == TY_F32 || t == TY_F64) && op <= FLOAT_RSQRT &&
           (rnd == RND_NONE || rnd == RND_RN) && !iq_ptx_has(st, G_SAT) &&
           !(t == TY_F64 && iq_ptx_has(st, G_APPROX) && iq_ptx_has(st, G_FTZ)) &&
           !iq_ptx_has(st, G_NAN) && !iq_ptx_has(st, G_XORSIGN) && !iq_ptx_has(st, G_ABS) &&
           !iq_ptx_has(st, G_RELU);
}

static struct iq_ptx_insn *emit_float(struct iq_ptx_body *b, uint32_t op, uint32_t mod, uint32_t n,
                                      uint32_t d, const uint32_t *s)
{
    struct iq_ptx_insn *i = iq_ptx_lower_emit(b, X_float, 1, n);
    i->mod = op | (uint32_t)TY_F32 << 8 | mod;
    i->o[0] = d;
    memcpy(i->o + 1, s, n * sizeof *s);
    return i;
}

/* Halves, of the second type, are made f32, exactly. */
IQ_PTX_LOWER(mixed)
{
    enum iq_ptx_type half = st->type[1];
    uint32_t s[3], n = (uint32_t)strlen(st->row->form) - 1;
    if (half != TY_F16 && half != TY_BF16) {
        iq_ptx_body_error(b, &st->token, "Unexpected instruction types specified for '%s'",
                          st->row->mnemonic);
        return;
    }
    for (uint32_t k = 0; k < n; k++) {
        bool narrow = st->row->form[1 + k] == 's';
        uint32_t value = src(b, st, 1 + k, narrow ? half : TY_F32);
        s[k] = narrow ? iq_ptx_lower_reg(b, 4) : value;
        if (narrow)
            iq_ptx_lower_emit_words(b, X_cvt, 1, 1, s[k], value)->mod =
                (uint32_t)TY_F32 | (uint32_t)half << 8;
    }
    emit_float(b, st->row->exec,
               iq_ptx_val(st, G_RND) << 16 | (iq_ptx_has(st, G_SAT) ? FLOAT_SAT : 0), n,
               dst(b, st, 0, TY_F32), s);
}

/* Of the third number and of what the first two give; .abs: of their absolute values. */
IQ_PTX_LOWER(three)
{
    uint32_t mod =
        (iq_ptx_val(st, G_FTZ) ? FLOAT_FTZ : 0) | (iq_ptx_has(st, G_NAN) ? FLOAT_NAN : 0);
    uint32_t s[3], first = iq_ptx_lower_reg(b, 4);
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t value = src(b, st, 1 + k, TY_F32);
        s[k] = iq_ptx_has(st, G_ABS) ? iq_ptx_lower_reg(b, 4) : value;
        if (iq_ptx_has(st, G_ABS))
            emit_float(b, FLOAT_ABS, mod, 1, s[k], &value);
    }
    emit_float(b, st->row->exec, mod, 2, first, s);
    emit_float(b, st->row->exec, mod, 2, dst(b, st, 0, TY_F32), (uint32_t[]){ first, s[2] });
}

IQ_PTX_LOWER(float)
{
    enum iq_ptx_type t = st->type[0];
    uint32_t op = st->row->exec;
    bool ftz = iq_ptx_val(st, G_FTZ) == 1 && iq_ptx_has(st, G_FTZ);
    if (op == FLOAT_DIV && t == TY_F32 && iq_ptx_val(st, G_APPROX) == 1) {
        by_form(b, st, ftz ? X_quotient_ftz : X_quotient_f32);
        return;
    }
    if (float_is_hot(st, op)) {
        by_form(b, st, op + (t == TY_F64 ? X_add_f64 : ftz ? X_add_ftz : X_add_f32));
        return;
    }
    struct iq_ptx_insn *i = by_form(b, st, X_float);
    i->mod = op | (uint32_t)t << 8 | iq_ptx_val(st, G_RND) << 16 | (ftz ? FLOAT_FTZ : 0) |
             (iq_ptx_has(st, G_SAT) ? FLOAT_SAT : 0) | (iq_ptx_has(st, G_NAN) ? FLOAT_NAN : 0) |
             (iq_ptx_has(st, G_RELU) ? FLOAT_RELU : 0) |
             (iq_ptx_has(st, G_XORSIGN) ? FLOAT_XORSIGN : 0) |
             (iq_ptx_has(st, G_OOB) ? FLOAT_OOB : 0) |
             (iq_ptx_has(st, G_APPROX) ? FLOAT_APPROX : 0);
}
