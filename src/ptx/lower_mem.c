/* Lowering of moves, conversions, memory, atomics, textures. */
#include <string.h>

#include "ptx/cold.h"
#include "ptx/lower.h"
#include "ptx/race.h"

static enum iq_ptx_type bits_type(uint32_t size)
{
    return size == 1   ? TY_B8
           : size == 2 ? TY_B16
           : size == 4 ? TY_B32
           : size == 8 ? TY_B64
                       : TY_B128;
}

static void move(struct iq_ptx_body *b, uint32_t d, uint32_t s, uint32_t size)
{
    iq_ptx_lower_resize(b, d, size, s, size, false);
}

/* mov.b64 d, {lo, hi} */
static void pack(struct iq_ptx_body *b, const struct iq_ptx_statement *st,
                 const struct iq_ptx_operand *v, uint32_t size)
{
    uint32_t n = v->count, each = n ? size / n : 0, o[4];
    if ((n != 2 && n != 4) || !each) {
        iq_ptx_body_error(b, &st->token, "Illegal vector operand for 'mov'");
        return;
    }
    for (uint32_t k = 0; k < n; k++)
        o[k] = iq_ptx_lower_source(b, &v->items[k], bits_type(each));
    uint32_t d = iq_ptx_lower_dest(b, &st->operand[0], bits_type(size));
    uint32_t exec = n == 2 && each == 2 ? X_pack2_16 : n == 2 && each == 4 ? X_pack2_32 : X_pack;
    struct iq_ptx_insn *i = iq_ptx_lower_emit(b, exec, 1, n);
    i->o[0] = d;
    memcpy(&i->o[1], o, 4 * n);
    i->mod = each;
}

static void unpack(struct iq_ptx_body *b, const struct iq_ptx_statement *st,
                   const struct iq_ptx_operand *v, uint32_t size)
{
    uint32_t n = v->count, each = n ? size / n : 0;
    if ((n != 2 && n != 4) || !each) {
        iq_ptx_body_error(b, &st->token, "Illegal vector operand for 'mov'");
        return;
    }
    uint32_t s = iq_ptx_lower_source(b, &st->operand[1], bits_type(size)), o[4];
    for (uint32_t k = 0; k < n; k++)
        o[k] = iq_ptx_lower_dest(b, &v->items[k], bits_type(each));
    uint32_t exec = n == 2 && each == 2   ? X_unpack2_16
                    : n == 2 && each == 4 ? X_unpack2_32
                                          : X_unpack;
    struct iq_ptx_insn *i = iq_ptx_lower_emit(b, exec, n, 1);
    memcpy(i->o, o, 4 * n);
    i->o[n] = s;
    i->mod = each;
}

IQ_PTX_LOWER(mov)
{
    enum iq_ptx_type t = st->type[0];
    uint32_t size = iq_ptx_type_size(t);
    if (!iq_ptx_lower_operands(b, st, 2, 2))
        return;
    if (t == TY_PRED)
        iq_ptx_lower_emit_words(b, X_movp, 1, 1, iq_ptx_lower_dest(b, &st->operand[0], t),
                                iq_ptx_lower_source(b, &st->operand[1], t));
    else if (st->operand[1].kind == OP_VECTOR)
        pack(b, st, &st->operand[1], size);
    else if (st->operand[0].kind == OP_VECTOR)
        unpack(b, st, &st->operand[0], size);
    else
        move(b, iq_ptx_lower_dest(b, &st->operand[0], t),
             iq_ptx_lower_source(b, &st->operand[1], t), size);
}

/* Integer to integer without saturation: the narrower type's bits, extended as that type says. */
static void cvt_int(struct iq_ptx_body *b, uint32_t d, uint32_t dsize, uint32_t s, uint32_t ssize,
                    enum iq_ptx_type narrow)
{
    uint32_t bytes = iq_ptx_type_size(narrow);
    bool sign = iq_ptx_type_is_signed(narrow);
    uint32_t cell = bytes == 1 ? 2 : bytes;
    if (ssize > cell) {
        uint32_t low = bytes == dsize ? d : iq_ptx_lower_reg(b, cell);
        iq_ptx_lower_resize(b, low, cell, s, ssize, false);
        if (bytes == dsize)
            return;
        s = low;
    }
    if (bytes == 1)
        iq_ptx_lower_emit_words(b, (sign ? X_ext_s8_16 : X_ext_u8_16) + iq_ptx_width(dsize), 1, 1,
                                d, s);
    else
        iq_ptx_lower_resize(b, d, dsize, s, cell, sign);
}

static bool is_int(enum iq_ptx_type t) { return t == TY_B32 || (t >= TY_U8 && t <= TY_S64); }

/* Does every value of `from` fit? */
static bool holds_all(enum iq_ptx_type to, enum iq_ptx_type from)
{
    uint32_t t = iq_ptx_type_size(to), f = iq_ptx_type_size(from);
    bool ts = iq_ptx_type_is_signed(to), fs = iq_ptx_type_is_signed(from);
    return ts == fs ? t >= f : ts && t > f;
}

/* A vector handler for the commonest conversions, or 0 (which is X_add16, no conversion). */
static uint32_t hot_cvt(const struct iq_ptx_statement *st, enum iq_ptx_type to,
                        enum iq_ptx_type from)
{
    uint32_t rnd = iq_ptx_val(st, G_RND);
    if (iq_ptx_has(st, G_SAT) || iq_ptx_has(st, G_FTZ) || iq_ptx_has(st, G_RELU))
        return 0;
    if (to == TY_F64 && from == TY_F32)
        return X_cvt_f64_f32;
    if (to == TY_F64 && from == TY_S32)
        return X_cvt_f64_s32;
    if (rnd == RND_RN && to == TY_F32)
        return from == TY_S32   ? X_cvt_f32_s32
               : from == TY_U32 ? X_cvt_f32_u32
               : from == TY_F64 ? X_cvt_f32_f64
                                : 0;
    return rnd == RND_RZI && to == TY_S32 && from == TY_F32 ? X_cvt_s32_f32 : 0;
}

static uint32_t cvt_mod(const struct iq_ptx_statement *st, enum iq_ptx_type to,
                        enum iq_ptx_type from)
{
    return (uint32_t)to | (uint32_t)from << 8 | iq_ptx_val(st, G_RND) << 16 |
           (iq_ptx_val(st, G_FTZ) == 1 ? FLOAT_FTZ : 0) |
           (!iq_ptx_has(st, G_SAT)       ? 0
            : iq_ptx_val(st, G_SAT) == 2 ? FLOAT_FINITE
                                         : FLOAT_SAT) |
           (iq_ptx_has(st, G_RELU) ? FLOAT_RELU : 0);
}

/* cvt.rn.f16x2.f32 d, a, b: a becomes the upper half */
static void cvt_pair(struct iq_ptx_body *b, const struct iq_ptx_statement *st)
{
    enum iq_ptx_type half = st->type[0] == TY_F16X2 ? TY_F16 : TY_BF16;
    uint32_t r[2];
    if (!iq_ptx_lower_operands(b, st, 3, 3))
        return;
    for (uint32_t k = 0; k < 2; k++) {
        r[k] = iq_ptx_lower_reg(b, 2);
        iq_ptx_lower_emit_words(b, X_cvt, 1, 1, r[k],
                                iq_ptx_lower_source(b, &st->operand[2 - k], TY_F32))
            ->mod = cvt_mod(st, half, TY_F32);
    }
    iq_ptx_lower_emit_words(b, X_pack2_16, 1, 2, iq_ptx_lower_dest(b, &st->operand[0], TY_B32),
                            r[0], r[1])
        ->mod = 2;
}

static bool is_quarter(enum iq_ptx_type t) { return t == TY_E4M3X2 || t == TY_E5M2X2; }
static bool is_small(enum iq_ptx_type t)
{
    return is_quarter(t) || (t >= TY_E2M1X2 && t <= TY_UE8M0X2);
}

static bool small_is_known(enum iq_ptx_type to, enum iq_ptx_type from)
{
    if (to == TY_UE8M0X2)
        return from == TY_F32 || from == TY_BF16X2;
    if (from == TY_UE8M0X2)
        return to == TY_BF16X2;
    return from == TY_F32 || (from == TY_F16X2 && (is_quarter(to) || to == TY_E2M1X2)) ||
           (is_small(from) && to == TY_F16X2);
}

static enum iq_ptx_type register_of(enum iq_ptx_type t)
{
    return t == TY_E2M1X2 ? TY_B8 : is_small(t) ? TY_B16 : TY_B32;
}

/* Pairs of eight bits and fewer: from two f32 (the first becomes the upper half), from and to two
 * halves. */
static void cvt_small(struct iq_ptx_body *b, const struct iq_ptx_statement *st, enum iq_ptx_type to,
                      enum iq_ptx_type from)
{
    bool singles = from == TY_F32;
    if (!small_is_known(to, from)) {
        iq_ptx_lower_unsupported(b, st);
        return;
    }
    if (!iq_ptx_lower_operands(b, st, 2 + singles, 2 + singles))
        return;
    enum iq_ptx_type source = register_of(from);
    uint32_t high = iq_ptx_lower_source(b, &st->operand[1], source),
             low = singles ? iq_ptx_lower_source(b, &st->operand[2], source) : high;
    uint32_t d = iq_ptx_lower_dest(b, &st->operand[0], register_of(to));
    iq_ptx_lower_emit_words(b, X_small, 1, 2, d, high, low)->mod = cvt_mod(st, to, from);
}

/* cvt.rs.bf16x2.f32 d, a, b, bits: a becomes the upper half */
static void cvt_stochastic(struct iq_ptx_body *b, const struct iq_ptx_statement *st)
{
    if (!iq_ptx_lower_operands(b, st, 4, 4))
        return;
    uint32_t high = iq_ptx_lower_source(b, &st->operand[1], TY_F32),
             low = iq_ptx_lower_source(b, &st->operand[2], TY_F32),
             bits = iq_ptx_lower_source(b, &st->operand[3], TY_B32);
    uint32_t d = iq_ptx_lower_dest(b, &st->operand[0], TY_B32);
    iq_ptx_lower_emit_words(b, X_small, 1, 3, d, high, low, bits)->mod =
        cvt_mod(st, TY_BF16X2, TY_F32);
}

/* cvt.pack.sat.s8.s32.b32 d, a, b, c: a and b saturated, next to each other, the low bits of c
 * above them. */
static void cvt_pack(struct iq_ptx_body *b, const struct iq_ptx_statement *st)
{
    bool third = st->type_count > 2;
    uint32_t bits = iq_ptx_type_bits(st->type[0]);
    if (bits > 16 || (st->type_count > 1 && st->type[1] != TY_S32)) {
        iq_ptx_lower_unsupported(b, st);
        return;
    }
    if (!iq_ptx_lower_operands(b, st, 3 + third, 3 + third))
        return;
    uint32_t x = iq_ptx_lower_source(b, &st->operand[1], TY_B32),
             y = iq_ptx_lower_source(b, &st->operand[2], TY_B32);
    uint32_t c =
        third ? iq_ptx_lower_source(b, &st->operand[3], TY_B32) : iq_ptx_lower_value(b, 4, 0);
    iq_ptx_lower_emit_words(b, X_cvt_pack, 1, 3, iq_ptx_lower_dest(b, &st->operand[0], TY_B32), x,
                            y, c)
        ->mod = (uint32_t)st->type[0] | bits << 8;
}

IQ_PTX_LOWER(cvt)
{
    enum iq_ptx_type to = st->type[0], from = st->type_count > 1 ? st->type[1] : to;
    if (is_small(to) || is_small(from)) {
        cvt_small(b, st, to, from);
        return;
    }
    if (iq_ptx_has(st, G_STOCHASTIC)) {
        cvt_stochastic(b, st);
        return;
    }
    if (iq_ptx_val(st, G_PO) == 2) {
        cvt_pack(b, st);
        return;
    }
    if (to == TY_OTHER || from == TY_OTHER || from == TY_F16X2 || from == TY_BF16X2 ||
        from == TY_F32X2) {
        iq_ptx_lower_unsupported(b, st);
        return;
    }
    if (to == TY_F16X2 || to == TY_BF16X2) {
        cvt_pair(b, st);
        return;
    }
    if (!iq_ptx_lower_operands(b, st, 2, 2))
        return;
    if (is_int(to) && is_int(from) && iq_ptx_has(st, G_SAT) && holds_all(to, from)) {
        iq_ptx_body_error(b, &st->token, "Illegal modifier '.sat' for instruction 'cvt'");
        return;
    }
    uint32_t ssize, dsize, s = iq_ptx_lower_wide(b, &st->operand[1], from, &ssize);
    const struct iq_ptx_operand *od = &st->operand[0];
    uint32_t cell = iq_ptx_type_size(to) == 1 ? 2 : iq_ptx_type_size(to);
    uint32_t d = od->kind == OP_REG ? iq_ptx_lower_wide(b, od, to, &dsize)
                                    : (dsize = cell, iq_ptx_lower_dest(b, od, to));
    if ((to == TY_F32 || to == TY_F64) && to == from && !iq_ptx_has(st, G_SAT) &&
        !iq_ptx_has(st, G_FTZ) && !iq_ptx_has(st, G_RND)) {
        move(b, d, s, iq_ptx_type_size(to)); /* a NaN stays as it is */
        return;
    }
    if (is_int(to) && is_int(from) && !iq_ptx_has(st, G_SAT) && dsize > cell &&
        !iq_ptx_type_is_signed(to) && iq_ptx_type_is_signed(from) &&
        iq_ptx_type_size(to) > iq_ptx_type_size(from)) {
        uint32_t r = iq_ptx_lower_reg(b, cell); /* with a sign up to its own width, zeros above */
        cvt_int(b, r, cell, s, ssize, from);
        iq_ptx_lower_resize(b, d, dsize, r, cell, false);
        return;
    }
    if (is_int(to) && is_int(from) && !iq_ptx_has(st, G_SAT)) {
        cvt_int(b, d, dsize, s, ssize, iq_ptx_type_size(to) <= iq_ptx_type_size(from) ? to : from);
        return;
    }
    uint32_t scell = iq_ptx_type_size(from) == 1 ? 2 : iq_ptx_type_size(from);
    if (ssize > scell) {
        uint32_t low = iq_ptx_lower_reg(b, scell);
        iq_ptx_lower_resize(b, low, scell, s, ssize, false);
        s = low;
    }
    uint32_t exec = hot_cvt(st, to, from), r = dsize == cell ? d : iq_ptx_lower_reg(b, cell);
    iq_ptx_lower_emit_words(b, exec ? exec : X_cvt, 1, 1, r, s)->mod = cvt_mod(st, to, from);
    if (dsize != cell)
        iq_ptx_lower_resize(b, d, dsize, r, cell, iq_ptx_type_is_signed(to));
}

IQ_PTX_LOWER(cvta)
{
    uint32_t space = iq_ptx_val(st, G_SPACE);
    enum iq_ptx_type t = st->type[0];
    if (!iq_ptx_lower_operands(b, st, 2, 2))
        return;
    bool window = space == IQ_PTX_SHARED || space == IQ_PTX_LOCAL ||
                  (space == IQ_PTX_PARAM && !b->function->entry);
    uint32_t s = iq_ptx_lower_source(b, &st->operand[1], t),
             d = iq_ptx_lower_dest(b, &st->operand[0], t);
    if (!window || t == TY_U32) {
        move(b, d, s, iq_ptx_type_size(t));
        return;
    }
    uint32_t base =
        iq_ptx_lower_value(b, 8, space == IQ_PTX_SHARED ? IQ_PTX_SHARED_BASE : IQ_PTX_LOCAL_BASE);
    iq_ptx_lower_emit_words(b, iq_ptx_has(st, G_TO) ? X_sub64 : X_add64, 1, 2, d, s, base);
}

static bool defines(const struct iq_ptx_insn *i, uint32_t reg)
{
    for (uint32_t k = 0; k < i->nd; k++)
        if (i->o[k] == reg)
            return true;
    return false;
}

uint32_t iq_ptx_lower_known(struct iq_ptx_body *b, uint64_t code, uint32_t x, uint32_t y)
{
    enum { COUNT = sizeof b->known / sizeof *b->known };
    const struct iq_ptx_function *f = b->function;
    for (struct iq_ptx_known *k = b->known; k < b->known + COUNT; k++) {
        if (k->code != code || k->from[0] != x || k->from[1] != y || k->at <= b->block_start)
            continue;
        while (k->checked < f->insn_count && !defines(&f->insns[k->checked], x) &&
               !defines(&f->insns[k->checked], y))
            k->checked++;
        if (k->checked == f->insn_count)
            return k->result;
        k->at = 0;
    }
    return UINT32_MAX;
}

uint32_t iq_ptx_lower_remember(struct iq_ptx_body *b, uint64_t code, uint32_t x, uint32_t y,
                               uint32_t result)
{
    enum { COUNT = sizeof b->known / sizeof *b->known };
    uint32_t at = b->function->insn_count;
    b->known[b->known_next++ % COUNT] =
        (struct iq_ptx_known){ code, { x, y }, result, b->guarded ? 0 : at, at };
    return result;
}

/* A 32-bit address in a 64-bit register.  With its sign: compilers put a base below zero and an
 * offset that brings it back. */
static uint32_t widen(struct iq_ptx_body *b, uint32_t reg)
{
    uint32_t wide = iq_ptx_lower_known(b, KNOWN_WIDE, reg, reg);
    if (wide != UINT32_MAX)
        return wide;
    wide = iq_ptx_lower_reg(b, 8);
    iq_ptx_lower_resize(b, wide, 8, reg, 4, true);
    return iq_ptx_lower_remember(b, KNOWN_WIDE, reg, reg, wide);
}

uint32_t iq_ptx_lower_address(struct iq_ptx_body *b, const struct iq_ptx_operand *m,
                              int64_t *offset)
{
    const struct iq_ptx_operand *base = m->kind == OP_ADDRESS ? &m->items[0] : NULL;
    *offset = 0;
    if (!base) {
        iq_ptx_body_error(b, &m->token, "Address expected");
        return iq_ptx_lower_value(b, 8, 0);
    }
    *offset = (int64_t)m->value;
    if (base->kind == OP_REG && base->size == 4)
        return widen(b, base->reg);
    return iq_ptx_lower_source(b, base, TY_U64);
}

/* [cta]: orders threads of one block only. */
static void fence(struct iq_ptx_body *b, bool cta)
{
    iq_ptx_lower_emit(b, X_fence, 0, 0)->mod = cta ? FENCE_CTA : 0;
}

/* The registers of a load or store: one operand or the elements of a vector. */
static uint32_t elements(struct iq_ptx_body *b, const struct iq_ptx_statement *st,
                         const struct iq_ptx_operand *v, const struct iq_ptx_operand **items)
{
    uint32_t n = iq_ptx_has(st, G_VEC) ? iq_ptx_val(st, G_VEC) : 1;
    *items = v->kind == OP_VECTOR ? v->items : v;
    if ((v->kind == OP_VECTOR ? v->count : 1) != n || n > 8) {
        iq_ptx_body_error(b, &v->token, "Vector size does not match the operand");
        return 0;
    }
    return n;
}

/* ld.param and st.param of a named parameter.  Returns false if the address is not a name. */
static bool named_param(struct iq_ptx_body *b, const struct iq_ptx_statement *st,
                        const struct iq_ptx_operand *m, const struct iq_ptx_operand *v, bool store)
{
    const struct iq_ptx_operand *base = m->kind == OP_ADDRESS ? &m->items[0] : NULL, *items;
    if (!base || base->kind != OP_SYMBOL || !base->entity ||
        (base->entity->kind != ENT_KPARAM && base->entity->kind != ENT_PARAM))
        return false;
    enum iq_ptx_type t = st->type[0];
    uint32_t size = iq_ptx_type_size(t), n = elements(b, st, v, &items);
    const struct iq_ptx_entity *e = base->entity;
    /* Of a kernel's parameters the next one may be read by the name of one before it, as compilers
     * allow. */
    const struct iq_ptx_function *f = b->function;
    const struct iq_ptx_formal *last =
        e->kind == ENT_KPARAM ? &f->formals[f->formal_count - 1] : NULL;
    uint64_t end = last ? last->offset + last->size - e->first : e->size;
    if (store && last) {
        iq_ptx_body_error(b, &m->token, "Illegal to write to function input parameter '%.*s'",
                          (int)e->name_length, e->name);
        return true;
    }
    if (m->value + base->value + (uint64_t)n * size > end) {
        iq_ptx_body_error(b, &m->token, "Access outside of parameter '%.*s'", (int)e->name_length,
                          e->name);
        return true;
    }
    for (uint32_t k = 0; k < n; k++) {
        uint32_t at = e->first + (uint32_t)(m->value + base->value) + k * size, reg_size;
        bool write = !store;
        if (write && items[k].kind != OP_REG && items[k].kind != OP_SINK) {
            iq_ptx_lower_dest(b, &items[k], t); /* says why not */
            return true;
        }
        uint32_t r = write && items[k].kind == OP_SINK
                         ? (reg_size = iq_ptx_register_bytes(size), iq_ptx_lower_reg(b, reg_size))
                         : iq_ptx_lower_wide(b, &items[k], t, &reg_size);
        if (e->kind == ENT_KPARAM && reg_size <= 8) {
            move(b, r, iq_ptx_lower_const(b, CONST_KPARAM, reg_size, at, t), reg_size);
            continue;
        }
        struct iq_ptx_insn *i =
            iq_ptx_lower_emit_words(b, store ? X_frame_store : X_frame_load, !store, store, r);
        i->imm = at;
        i->mod = size | (iq_ptx_type_is_signed(t) ? 1u << 8 : 0) | reg_size << 16;
    }
    return true;
}

enum { MEM_8, MEM_16, MEM_32, MEM_64, MEM_V2_32, MEM_V4_32, MEM_V2_64, MEM_STORE };

static uint32_t mem_first(struct iq_ptx_body *b, uint32_t space)
{
    if (space == IQ_PTX_SHARED)
        return X_lds8;
    if (space == IQ_PTX_LOCAL || (space == IQ_PTX_PARAM && !b->function->entry))
        return X_ldl8;
    return X_ldg8;
}

/* One access of up to four registers with native handlers.  check = alignment asked of the
 * address. */
static void access_native(struct iq_ptx_body *b, uint32_t first, bool store, const uint32_t *r,
                          uint32_t n, uint32_t size, uint32_t addr, int64_t offset, uint32_t check)
{
    uint32_t form = n == 4      ? MEM_V4_32
                    : n == 2    ? size == 8 ? MEM_V2_64 : MEM_V2_32
                    : size == 1 ? MEM_8
                    : size == 2 ? MEM_16
                    : size == 4 ? MEM_32
                                : MEM_64;
    struct iq_ptx_insn *i = iq_ptx_lower_emit(b, first + form + (store ? MEM_STORE : 0),
                                              store ? 0 : n, store ? n + 1 : 1);
    uint32_t at = store ? 1 : 0;
    for (uint32_t k = 0; k < n; k++)
        i->o[at + k] = r[k];
    i->o[store ? 0 : n] = addr;
    i->offset = offset;
    i->mod = check;
}

void iq_ptx_lower_access(struct iq_ptx_body *b, uint32_t space, bool store, uint32_t reg,
                         uint32_t size, uint32_t addr, int64_t offset)
{
    access_native(b, mem_first(b, space), store, &reg, 1, size, addr, offset, size - 1);
    b->function->insns[b->function->insn_count - 1].o[5] = space == IQ_PTX_GLOBAL ? SEM_GLOBAL : 0;
}

/* Register for one element and what must happen before a store or after a load. */
static uint32_t element_in(struct iq_ptx_body *b, const struct iq_ptx_operand *op,
                           enum iq_ptx_type t, bool store, uint32_t *wide, uint32_t *wide_size)
{
    uint32_t size = iq_ptx_type_size(t), cell = size == 1 ? 2 : size;
    *wide_size = 0;
    if (!store && op->kind == OP_SINK)
        return iq_ptx_lower_reg(b, cell);
    if (!store && op->kind != OP_REG)
        return iq_ptx_lower_dest(b, op, t);
    uint32_t reg_size, r = iq_ptx_lower_wide(b, op, t, &reg_size);
    bool extend = !store && (reg_size != cell || (size == 1 && iq_ptx_type_is_signed(t)));
    if (reg_size == cell && !extend)
        return r;
    uint32_t low = iq_ptx_lower_reg(b, cell);
    if (store)
        iq_ptx_lower_resize(b, low, cell, r, reg_size, false);
    *wide = r;
    *wide_size = reg_size;
    return low;
}

static void access_memory(struct iq_ptx_body *b, const struct iq_ptx_statement *st,
                          const struct iq_ptx_operand *m, const struct iq_ptx_operand *v,
                          bool store)
{
    enum iq_ptx_type t = st->type[0];
    const struct iq_ptx_operand *items;
    uint32_t size = iq_ptx_type_size(t), n = elements(b, st, v, &items),
             first = mem_first(b, iq_ptx_val(st, G_SPACE));
    int64_t offset;
    uint32_t r[8], wide[8] = { 0 }, wide_size[8] = { 0 },
                   addr = iq_ptx_lower_address(b, m, &offset);
    for (uint32_t k = 0; k < n; k++)
        r[k] = element_in(b, &items[k], t, store, &wide[k], &wide_size[k]);
    uint32_t step = n >= 4 && size == 4                  ? 4
                    : n >= 2 && (size == 4 || size == 8) ? 2
                                                         : 1,
             check = n * size - 1;
    if (!store && n > step) { /* a destination may be the address itself */
        uint32_t copy = iq_ptx_lower_reg(b, 8);
        move(b, copy, addr, 8);
        addr = copy;
    }
    for (uint32_t k = 0; k < n; k += step, check = step * size - 1)
        access_native(b, first, store, &r[k], step, size, addr, offset + k * size, check);
    for (uint32_t k = 0; k < n && !store; k++)
        if (wide_size[k])
            cvt_int(b, wide[k], wide_size[k], r[k], size == 1 ? 2 : size,
                    iq_ptx_type_is_signed(t) ? (enum iq_ptx_type)(TY_S8 + (size == 1   ? 0
                                                                           : size == 2 ? 1
                                                                                       : 2))
                                             : (enum iq_ptx_type)(TY_U8 + (size == 1   ? 0
                                                                           : size == 2 ? 1
                                                                                       : 2)));
}

/* 128-bit registers: two halves. */
static void access_b128(struct iq_ptx_body *b, const struct iq_ptx_statement *st, uint32_t m,
                        uint32_t v, bool store)
{
    int64_t offset;
    uint32_t half[2] = { iq_ptx_lower_reg(b, 8), iq_ptx_lower_reg(b, 8) },
             addr = iq_ptx_lower_address(b, &st->operand[m], &offset);
    if (iq_ptx_has(st, G_VEC)) {
        iq_ptx_lower_unsupported(b, st);
        return;
    }
    if (store)
        iq_ptx_lower_emit_words(b, X_unpack, 2, 1, half[0], half[1],
                                iq_ptx_lower_source(b, &st->operand[v], TY_B128))
            ->mod = 8;
    access_native(b, mem_first(b, iq_ptx_val(st, G_SPACE)), store, half, 2, 8, addr, offset, 15);
    if (!store)
        iq_ptx_lower_emit_words(b, X_pack, 1, 2, iq_ptx_lower_dest(b, &st->operand[v], TY_B128),
                                half[0], half[1])
            ->mod = 8;
}

static void access(struct iq_ptx_body *b, const struct iq_ptx_statement *st, uint32_t m, uint32_t v,
                   bool store)
{
    uint32_t sem = iq_ptx_val(st, G_SEM);
    if (named_param(b, st, &st->operand[m], &st->operand[v], store))
        return;
    bool cta = iq_ptx_val(st, G_SCOPE) == 1;
    if (store && sem >= SEM_RELEASE)
        fence(b, cta);
    uint32_t from = b->function->insn_count;
    if (st->type[0] == TY_B128)
        access_b128(b, st, m, v, store);
    else
        access_memory(b, st, &st->operand[m], &st->operand[v], store);
    for (uint32_t k = from; k < b->function->insn_count; k++)
        if (iq_ptx_is_plain_access(b->function->insns[k].exec))
            b->function->insns[k].o[5] =
                sem | (iq_ptx_val(st, G_SPACE) == IQ_PTX_GLOBAL ? (uint32_t)SEM_GLOBAL : 0);
    if (!store && sem == SEM_ACQUIRE)
        iq_ptx_lower_emit(b, X_fence, 0, 0)->mod = FENCE_ACQUIRE;
    else if (!store && (sem == SEM_VOLATILE || sem == SEM_RELAXED) &&
             iq_ptx_val(st, G_SPACE) != IQ_PTX_SHARED)
        iq_ptx_lower_emit(b, X_poll, 0, 0);
}

IQ_PTX_LOWER(ld)
{
    if (iq_ptx_lower_operands(b, st, 2, 3))
        access(b, st, 1, 0, false);
}
IQ_PTX_LOWER(st)
{
    if (iq_ptx_lower_operands(b, st, 2, 3))
        access(b, st, 0, 1, true);
}

static bool atom_allowed(enum iq_ptx_type t, uint32_t op)
{
    bool bits = t == TY_B32 || t == TY_B64;
    if (iq_ptx_type_is_float(t))
        return op == ATOM_ADD ||
               ((t != TY_F32 && t != TY_F64) && (op == ATOM_MIN || op == ATOM_MAX));
    switch (op) {
    case ATOM_ADD: return t == TY_U32 || t == TY_S32 || t == TY_U64;
    case ATOM_MIN:
    case ATOM_MAX: return t == TY_U32 || t == TY_S32 || t == TY_U64 || t == TY_S64;
    case ATOM_INC:
    case ATOM_DEC: return t == TY_U32;
    case ATOM_CAS: return bits || t == TY_B16 || t == TY_B128;
    case ATOM_EXCH: return bits || t == TY_B128;
    default: return bits;
    }
}

static void emit_atom(struct iq_ptx_body *b, const struct iq_ptx_statement *st, uint32_t d,
                      uint32_t addr, int64_t offset, uint32_t x, uint32_t y)
{
    struct iq_ptx_insn *i = iq_ptx_lower_emit_words(b, X_atom, 1, 3, d, addr, x, y);
    i->offset = offset;
    i->mod = iq_ptx_val(st, G_ATOM) | (uint32_t)st->type[0] << 8 |
             (iq_ptx_val(st, G_SPACE) == IQ_PTX_SHARED ? (uint32_t)IQ_PTX_SHARED
                                                       : (uint32_t)IQ_PTX_GLOBAL)
                 << 16 |
             (iq_ptx_val(st, G_SCOPE) == 1 ? ATOM_CTA : 0) |
             (iq_ptx_val(st, G_SCOPE) == 4 ? ATOM_SYSTEM : 0) |
             (iq_ptx_val(st, G_SPACE) == IQ_PTX_GLOBAL ? ATOM_GLOBAL : 0) |
             (iq_ptx_val(st, G_SEM) >= SEM_RELEASE ? ATOM_RELEASE : 0);
}

/* Each element is atomic, not the whole; results are moved at the end since they may be the
 * operands. */
static void atom_vector(struct iq_ptx_body *b, const struct iq_ptx_statement *st, bool result)
{
    enum iq_ptx_type t = st->type[0];
    const struct iq_ptx_operand *x, *d = NULL;
    int64_t offset;
    uint32_t size = iq_ptx_type_size(t), n = elements(b, st, &st->operand[1 + result], &x), old[8];
    if (!n || (result && !elements(b, st, &st->operand[0], &d)))
        return;
    uint32_t addr = iq_ptx_lower_address(b, &st->operand[result], &offset);
    for (uint32_t k = 0; k < n; k++) {
        uint32_t s = iq_ptx_lower_source(b, &x[k], t);
        old[k] = iq_ptx_lower_reg(b, size);
        emit_atom(b, st, old[k], addr, offset + k * size, s, s);
    }
    for (uint32_t k = 0; k < n && result; k++)
        move(b, iq_ptx_lower_dest(b, &d[k], t), old[k], size);
}

IQ_PTX_LOWER(atom)
{
    bool result = st->row->exec != 0;
    uint32_t op = iq_ptx_val(st, G_ATOM), k = result;
    enum iq_ptx_type t = st->type[0];
    if (!iq_ptx_lower_operands(b, st, 2 + result + (op == ATOM_CAS), 3 + result + (op == ATOM_CAS)))
        return;
    if (!iq_ptx_has(st, G_ATOM) || !atom_allowed(t, op)) {
        iq_ptx_body_error(b, &st->token, "Illegal operation or type for instruction '%s'",
                          st->row->mnemonic);
        return;
    }
    if (iq_ptx_has(st, G_VEC)) {
        atom_vector(b, st, result);
        return;
    }
    int64_t offset;
    uint32_t addr = iq_ptx_lower_address(b, &st->operand[k], &offset),
             x = iq_ptx_lower_source(b, &st->operand[k + 1], t);
    uint32_t y = op == ATOM_CAS ? iq_ptx_lower_source(b, &st->operand[k + 2], t) : x;
    uint32_t d = result ? iq_ptx_lower_dest(b, &st->operand[0], t)
                        : iq_ptx_lower_reg(b, iq_ptx_type_size(t));
    emit_atom(b, st, d, addr, offset, x, y);
}

/* Of the mod bit 0 is for its block, bit 1 for the host, too. */
IQ_PTX_LOWER(fence)
{
    iq_ptx_lower_emit(b, X_fence, 0, 0)->mod = iq_ptx_val(st, G_SCOPE) == 1   ? FENCE_CTA
                                               : iq_ptx_val(st, G_SCOPE) == 4 ? FENCE_SYSTEM
                                                                              : 0;
}
IQ_PTX_LOWER(nothing)
{
    (void)b;
    (void)st;
}

IQ_PTX_LOWER(cp)
{
    if (iq_ptx_has(st, G_CPBARRIER)) {
        iq_ptx_lower_cp_mbarrier(b, st);
        return;
    }
    if (iq_ptx_has(st, G_GROUP)) {
        iq_ptx_lower_copy_group(b, st, 0);
        return;
    }
    if (!iq_ptx_lower_operands(b, st, 3, 5))
        return;
    int64_t offset;
    uint32_t to = iq_ptx_lower_whole_address(b, &st->operand[0]),
             from = iq_ptx_lower_address(b, &st->operand[1], &offset);
    uint32_t size = (uint32_t)st->operand[2].value;
    if (st->operand[2].kind != OP_INT || (size != 4 && size != 8 && size != 16)) {
        iq_ptx_body_error(b, &st->operand[2].token, "cp.async copies 4, 8 or 16 bytes");
        return;
    }
    const struct iq_ptx_operand *o3 = &st->operand[3];
    bool sized = st->operand_count > 3 && !(o3->kind == OP_REG && o3->size == 8);
    uint32_t bytes = !sized                                ? iq_ptx_lower_value(b, 4, size)
                     : o3->kind == OP_REG && o3->size == 1 ? iq_ptx_lower_reg(b, 4)
                                                           : iq_ptx_lower_source(b, o3, TY_U32);
    if (sized && o3->kind == OP_REG && o3->size == 1) /* ignore-src predicate */
        iq_ptx_lower_emit_words(b, X_sel32, 1, 3, bytes, iq_ptx_lower_value(b, 4, 0),
                                iq_ptx_lower_value(b, 4, size), o3->reg);
    struct iq_ptx_insn *i = iq_ptx_lower_emit_words(b, X_copy_async, 0, 3, to, from, bytes);
    i->offset = offset; /* of the source, as of any access to global memory */
    i->mod = size;
}
