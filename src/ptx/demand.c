/* Which bits of what a load brings are wanted: for each bit of a register, whether anything is
 * computed from it or it is only stored elsewhere (a copied structure with padding).  Both are
 * reported apart, since a copy of padding means nothing.  The order of definitions is ignored; of
 * what is not known here all bits are used. */
#include <stdlib.h>

#include "ptx/cold.h"
#include "ptx/ir.h"
#include "ptx/isa.h"

/* Of a register: bit k is its bit k. */
__extension__ typedef unsigned __int128 bits;
struct wanted {
    bits used, stored;
};

struct demand {
    const struct iq_ptx_function *f;
    struct wanted *of;
    bool changed;
};

static const bits ALL = ~(bits)0;

static bits low_bits(uint32_t n) { return n >= 128 ? ALL : ((bits)1 << n) - 1; }

static uint32_t width_of(const struct demand *d, uint32_t operand)
{
    return OPND_BASE(operand) == BASE_FRAME ? 8u * d->f->vreg_size[operand] : 64;
}

static void want(struct demand *d, uint32_t operand, bits used, bits stored)
{
    if (OPND_BASE(operand) != BASE_FRAME)
        return;
    struct wanted *w = &d->of[operand];
    bits all = low_bits(width_of(d, operand)), u = w->used | (used & all),
         s = w->stored | (stored & all);
    d->changed |= u != w->used || s != w->stored;
    *w = (struct wanted){ u, s };
}

static void want_same(struct demand *d, uint32_t operand, struct wanted w)
{
    want(d, operand, w.used, w.stored);
}

static struct wanted masked(struct wanted w, bits mask)
{
    return (struct wanted){ w.used & mask, w.stored & mask };
}
static struct wanted up(struct wanted w, uint32_t by)
{
    return by > 127 ? (struct wanted){ 0, 0 } : (struct wanted){ w.used << by, w.stored << by };
}
static struct wanted down(struct wanted w, uint32_t by)
{
    return by > 127 ? (struct wanted){ 0, 0 } : (struct wanted){ w.used >> by, w.stored >> by };
}
static struct wanted both(struct wanted a, struct wanted b)
{
    return (struct wanted){ a.used | b.used, a.stored | b.stored };
}

/* What moves by whole bytes is a copy that stays one; by others it is computed with. */
static struct wanted moved(struct wanted w, uint64_t by)
{
    return by % 8 ? (struct wanted){ w.used | w.stored, 0 } : w;
}

/* The highest bit of a number of [width] bits, if any of these copies of it is wanted. */
static struct wanted sign_of(struct wanted copies, uint32_t width)
{
    bits top = (bits)1 << (width - 1);
    return (struct wanted){ copies.used ? top : 0, copies.stored ? top : 0 };
}

static bool constant(const struct demand *d, uint32_t operand, uint64_t *value)
{
    if (OPND_BASE(operand) != BASE_UNIFORM ||
        d->f->consts[OPND_OFFSET(operand)].kind != CONST_VALUE)
        return false;
    *value = d->f->consts[OPND_OFFSET(operand)].value;
    return true;
}

static bool want_extension(struct demand *d, const struct iq_ptx_insn *x, struct wanted w)
{
    uint32_t width;
    switch (x->exec) {
    case X_ext_u8_16:
    case X_ext_u8_32:
    case X_ext_u8_64:
    case X_ext_s8_16:
    case X_ext_s8_32:
    case X_ext_s8_64: width = 8; break;
    case X_ext_u16_32:
    case X_ext_u16_64:
    case X_ext_s16_32:
    case X_ext_s16_64:
    case X_trunc_32_16:
    case X_trunc_64_16: width = 16; break;
    case X_ext_u32_64:
    case X_ext_s32_64:
    case X_trunc_64_32: width = 32; break;
    default: return false;
    }
    bool sign = (x->exec >= X_ext_s16_32 && x->exec <= X_ext_s32_64) ||
                (x->exec >= X_ext_s8_16 && x->exec <= X_ext_s8_64);
    struct wanted low = masked(w, low_bits(width));
    want_same(d, x->o[1], sign ? both(low, sign_of(masked(w, ~low_bits(width)), width)) : low);
    return true;
}

/* Registers of [each] bits next to each other. */
static bool want_parts(struct demand *d, const struct iq_ptx_insn *x)
{
    bool packs = x->exec == X_pack || x->exec == X_pack2_16 || x->exec == X_pack2_32;
    uint32_t each = 8 * x->mod;
    if (!packs && x->exec != X_unpack && x->exec != X_unpack2_16 && x->exec != X_unpack2_32)
        return false;
    for (uint32_t k = 0; packs && k < x->ns; k++)
        want_same(d, x->o[1 + k], masked(down(d->of[x->o[0]], each * k), low_bits(each)));
    for (uint32_t k = 0; !packs && k < x->nd; k++)
        want_same(d, x->o[x->nd], up(masked(d->of[x->o[k]], low_bits(each)), each * k));
    return true;
}

/* Bytes picked by a constant; those with the high bit of their number are copies of a sign. */
static bool want_permuted(struct demand *d, const struct iq_ptx_insn *x, struct wanted w)
{
    uint64_t by;
    if (!constant(d, x->o[3], &by))
        return false;
    for (uint32_t k = 0; k < 4; k++) {
        uint32_t from = by >> 4 * k & 7;
        struct wanted byte = masked(down(w, 8 * k), 255);
        want_same(d, x->o[from < 4 ? 1 : 2],
                  up(by >> 4 * k & 8 ? sign_of(byte, 8) : byte, 8 * (from & 3)));
    }
    return true;
}

/* bfe and bfi by constants: [length] bits from [at] on. */
static bool want_field(struct demand *d, const struct iq_ptx_insn *x, struct wanted w, bool insert)
{
    uint64_t at, length;
    uint32_t width = width_of(d, x->o[0]), type = x->mod >> 8 & 255;
    if (!constant(d, x->o[insert ? 3 : 2], &at) || !constant(d, x->o[insert ? 4 : 3], &length))
        return false;
    uint64_t most = width == 32 ? 255 : UINT32_MAX;
    at = (at & most) < 255 ? at & most : 255;
    length = (length & most) < 255 ? length & most : 255;
    bits field = low_bits((uint32_t)length);
    if (insert) {
        bits here = at < width ? field << at & low_bits(width) : 0;
        want_same(d, x->o[1],
                  moved(masked(down(w, (uint32_t)at), here >> (at < width ? at : 0)), at | length));
        want_same(d, x->o[2], masked(w, ~here));
        return true;
    }
    struct wanted low = up(masked(w, field), (uint32_t)at), sign = { 0, 0 };
    uint32_t end = at + length < width ? (uint32_t)(at + length) : width;
    bool is_signed = type == TY_S32 || type == TY_S64;
    if (is_signed && length)
        sign = sign_of(masked(w, ~low_bits(end > at ? end - (uint32_t)at : 0)), end);
    want_same(d, x->o[1], moved(both(low, sign), at | length));
    return true;
}

/* Shifts of a pair by constants; wrapping ones are taken for clamping ones below 32. */
static bool want_funnel(struct demand *d, const struct iq_ptx_insn *x, struct wanted w)
{
    uint64_t by;
    uint32_t code = x->mod & 255;
    bool wrap = code == LANE_SHF_L_WRAP || code == LANE_SHF_R_WRAP,
         left = code == LANE_SHF_L_WRAP || code == LANE_SHF_L_CLAMP;
    if (!constant(d, x->o[3], &by))
        return false;
    by = wrap ? by & 31 : by > 32 ? 32 : by;
    struct wanted pair = moved(left ? down(up(masked(w, low_bits(32)), 32), (uint32_t)by)
                                    : up(masked(w, low_bits(32)), (uint32_t)by),
                               by);
    want_same(d, x->o[1], masked(pair, low_bits(32)));
    want_same(d, x->o[2], down(pair, 32));
    return true;
}

/* Of each bit: does the truth table ask for it, whatever the other two are, or as the constants
 * say? */
static void want_table(struct demand *d, const struct iq_ptx_insn *x, struct wanted w)
{
    for (uint32_t k = 0; k < 3; k++) {
        bits matters = 0;
        for (uint32_t row = 0; row < 8; row++) {
            bits here = low_bits(32);
            if (row >> (2 - k) & 1 || (x->imm >> row & 1) == (x->imm >> (row | 1u << (2 - k)) & 1))
                continue;
            for (uint32_t other = 0; other < 3; other++) {
                uint64_t value;
                if (other != k && constant(d, x->o[1 + other], &value))
                    here &= row >> (2 - other) & 1 ? value : ~value;
            }
            matters |= here;
        }
        want_same(d, x->o[1 + k], masked(w, matters));
    }
}

/* All of each part of [width] bits of which [b] has any. */
static bits parts_of(bits b, uint32_t width)
{
    bits part = low_bits(width), all = 0;
    for (uint32_t k = 0; k < 128; k += width)
        all |= b >> k & part ? part << k : 0;
    return all;
}

static void use_all(struct demand *d, const struct iq_ptx_insn *x, bits used)
{
    for (uint32_t k = x->nd; k < (uint32_t)x->nd + x->ns; k++)
        want(d, x->o[k], used, 0);
}

/* Operations on two halves of a register that know nothing of each other. */
static bool want_halves(struct demand *d, const struct iq_ptx_insn *x, struct wanted w)
{
    uint32_t code = x->mod & 255, type = x->mod >> 8 & 255;
    bool floats = x->exec == X_float,
         halves = floats ? type == TY_F16X2 || type == TY_BF16X2
                         : x->exec == X_lane && (code == LANE_ADD16X2 || code == LANE_MIN16X2 ||
                                                 code == LANE_MAX16X2),
         words = floats && type == TY_F32X2;
    if (halves || words)
        use_all(d, x, parts_of(w.used | w.stored, halves ? 16 : 32));
    return halves || words;
}

static bool want_picked(struct demand *d, const struct iq_ptx_insn *x, struct wanted w)
{
    if (x->exec != X_lane)
        return false;
    switch (x->mod & 255) {
    case LANE_PRMT: return want_permuted(d, x, w);
    case LANE_BFE: return want_field(d, x, w, false);
    case LANE_BFI: return want_field(d, x, w, true);
    case LANE_SHF_L_WRAP:
    case LANE_SHF_L_CLAMP:
    case LANE_SHF_R_WRAP:
    case LANE_SHF_R_CLAMP: return want_funnel(d, x, w);
    case LANE_LOP3: want_table(d, x, w); return true;
    default: return false;
    }
}

/* Sums and low products: carries only go up. */
static bool want_sum(struct demand *d, const struct iq_ptx_insn *x, struct wanted w)
{
    bits all = w.used | w.stored, low = 0;
    switch (x->exec) {
    case X_add16:
    case X_add32:
    case X_add64:
    case X_sub16:
    case X_sub32:
    case X_sub64:
    case X_mul16:
    case X_mul32:
    case X_mul64:
    case X_mad16:
    case X_mad32:
    case X_mad64:
    case X_neg16:
    case X_neg32:
    case X_neg64: break;
    default: return false;
    }
    while (all & ~low)
        low = low << 1 | 1;
    use_all(d, x, low);
    return true;
}

static bool want_shifted(struct demand *d, const struct iq_ptx_insn *x, struct wanted w)
{
    uint64_t by;
    bool left = x->exec >= X_shl16 && x->exec <= X_shl64,
         sign = x->exec >= X_shrs16 && x->exec <= X_shrs64;
    if (!left && !sign && !(x->exec >= X_shru16 && x->exec <= X_shru64))
        return false;
    if (!constant(d, x->o[2], &by))
        return false;
    uint32_t width = width_of(d, x->o[0]), n = (uint32_t)by < width ? (uint32_t)by : width;
    struct wanted from = left ? down(w, n) : masked(up(w, n), low_bits(width));
    if (sign)
        from = both(from, sign_of(masked(w, ~low_bits(width - n)), width));
    want_same(d, x->o[1], moved(from, by));
    return true;
}

static bool want_bits(struct demand *d, const struct iq_ptx_insn *x, struct wanted w)
{
    uint64_t value;
    bool is_or = x->exec >= X_or16 && x->exec <= X_or64;
    switch (x->exec) {
    case X_and16:
    case X_and32:
    case X_and64:
    case X_or16:
    case X_or32:
    case X_or64:
        for (uint32_t k = 0; k < 2; k++)
            want_same(d, x->o[1 + k],
                      constant(d, x->o[2 - k], &value) ? masked(w, is_or ? ~value : value) : w);
        return true;
    case X_xor16:
    case X_xor32:
    case X_xor64:
    case X_not16:
    case X_not32:
    case X_not64:
    case X_mov16:
    case X_mov32:
    case X_mov64:
    case X_mov128:
        for (uint32_t k = x->nd; k < (uint32_t)x->nd + x->ns; k++)
            want_same(d, x->o[k], w);
        return true;
    default: return want_shifted(d, x, w);
    }
}

/* Of the two values of a choice and of what goes to another lane comes what is wanted here; the
 * rest of the operands are used. */
static bool want_moved(struct demand *d, const struct iq_ptx_insn *x, struct wanted w)
{
    bool choice = x->exec == X_sel16 || x->exec == X_sel32 || x->exec == X_sel64;
    if (!choice && x->exec != X_shfl)
        return false;
    for (uint32_t k = x->nd; k < (uint32_t)x->nd + x->ns; k++) {
        bool goes = choice ? d->f->vreg_size[x->o[0]] > 1 && OPND_BASE(x->o[k]) == BASE_FRAME &&
                                 d->f->vreg_size[x->o[k]] > 1
                           : k == x->nd;
        want(d, x->o[k], goes ? w.used : ALL, goes ? w.stored : 0);
    }
    return true;
}

static bool want_stored(struct demand *d, const struct iq_ptx_insn *x)
{
    if (!iq_ptx_is_plain_store(x->exec))
        return false;
    want(d, x->o[0], ALL, 0);
    for (uint32_t k = 1; k < x->ns; k++)
        want(d, x->o[k], 0, low_bits(8 * iq_ptx_element_bytes(x->exec)));
    return true;
}

static void visit(struct demand *d, const struct iq_ptx_insn *x)
{
    struct wanted w = x->nd ? d->of[x->o[0]] : (struct wanted){ 0, 0 };
    if (want_extension(d, x, w) || want_parts(d, x) || want_bits(d, x, w) || want_picked(d, x, w) ||
        want_halves(d, x, w) || want_sum(d, x, w) || want_moved(d, x, w) || want_stored(d, x))
        return;
    use_all(d, x, ALL);
}

static uint32_t bytes_of(bits b)
{
    uint32_t bytes = 0;
    for (uint32_t k = 0; k < 16; k++)
        bytes |= (uint32_t)((b >> 8 * k & 255) != 0) << k;
    return bytes;
}

/* Used bytes of a load in the lower half, stored ones in the upper. */
static uint32_t of_load(const struct demand *d, const struct iq_ptx_insn *x)
{
    uint32_t bytes = iq_ptx_element_bytes(x->exec), all = 0;
    for (uint32_t k = 0; k < x->nd; k++) {
        struct wanted w = masked(d->of[x->o[k]], low_bits(8 * bytes));
        all |= bytes_of(w.used) << k * bytes | bytes_of(w.stored) << (16 + k * bytes);
    }
    return all;
}

/* What copies from memory to memory only stores; a reduction uses it. */
static bool copies(const struct iq_ptx_insn *x)
{
    bool reduces = x->exec != X_copy_async && x->mod >> 8 & 255;
    return iq_ptx_is_copy(x->exec) && !reduces;
}

/* An exchange of which nobody looks at what was there is a store. */
static bool only_stores(const struct demand *d, const struct iq_ptx_insn *x)
{
    return x->exec == X_atom && (x->mod & 255) == ATOM_EXCH && !d->changed &&
           !d->of[x->o[0]].used && !d->of[x->o[0]].stored;
}

/* Which results of a fetch, a bit for each of four, are used: they stand in front of it. */
static uint32_t of_fetch(const struct demand *d, const struct iq_ptx_insn *x)
{
    uint32_t used = 0, n = 0;
    for (const struct iq_ptx_insn *more = x - x->aux; more < x; more++)
        for (uint32_t k = 0; k < more->nd; k++, n++)
            used |= (uint32_t)(d->changed || d->of[more->o[k]].used || d->of[more->o[k]].stored)
                    << (n & 31);
    return used;
}

bool iq_ptx_function_demand(struct iq_ptx_function *f)
{
    const uint32_t all_used = 0xffff, all_stored = all_used << 16;
    struct demand d = { f, calloc(f->vreg_count + 1, sizeof *d.of), true };
    f->demand = calloc(f->insn_count + 1, sizeof *f->demand);
    bool ok = d.of && f->demand;
    for (uint32_t round = 0; ok && d.changed && round < 64; round++) {
        d.changed = false;
        for (uint32_t i = f->insn_count; i-- > 0;)
            visit(&d, &f->insns[i]);
    }
    for (uint32_t i = 0; ok && i < f->insn_count; i++) {
        uint32_t exec = f->insns[i].exec;
        if (exec == X_texture)
            f->insns[i].target = of_fetch(&d, &f->insns[i]);
        bool load = iq_ptx_is_plain_access(exec) && exec < X_ldl8 && !iq_ptx_is_plain_store(exec);
        f->demand[i] = load && !d.changed              ? of_load(&d, &f->insns[i])
                       : copies(&f->insns[i])          ? all_stored
                       : only_stores(&d, &f->insns[i]) ? 0
                                                       : all_used;
    }
    free(d.of);
    return ok;
}
