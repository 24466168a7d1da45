/* Which bytes of what a load brings are wanted: for each byte of a register, whether anything is computed from it or it is only stored
 * elsewhere (a copied structure with padding).  Both are told apart, since a copy of padding means nothing.  The order of definitions is
 * ignored; what is not known here wants all bytes. */
#include "ptx/cold.h"
#include "ptx/ir.h"

#include <stdlib.h>

/* Bit k: byte k. */
struct wanted { uint16_t used, stored; };

struct demand { const struct iq_ptx_function *f; struct wanted *of; bool changed; };

static uint16_t low_bytes(uint32_t n) { return n >= 16 ? 0xffff : (uint16_t)((1u << n) - 1); }

static void want(struct demand *d, uint32_t operand, uint32_t used, uint32_t stored)
{
    if (OPND_BASE(operand) != BASE_FRAME)
        return;
    struct wanted *w = &d->of[operand];
    uint16_t all = low_bytes(d->f->vreg_size[operand]), u = (uint16_t)(w->used | (used & all)), s = (uint16_t)(w->stored | (stored & all));
    d->changed |= u != w->used || s != w->stored;
    *w = (struct wanted){ u, s };
}

static void want_same(struct demand *d, uint32_t operand, struct wanted w) { want(d, operand, w.used, w.stored); }

static struct wanted masked(struct wanted w, uint32_t mask) { return (struct wanted){ (uint16_t)(w.used & mask), (uint16_t)(w.stored & mask) }; }

/* Bytes shifted up (or down, negative) by [bits]. */
static struct wanted shifted(struct wanted w, int bits)
{
    int bytes = abs(bits) / 8;
    bool part = bits % 8;
    uint32_t u = w.used, s = w.stored;
    if (bits >= 0)
        return (struct wanted){ (uint16_t)(u << bytes | (part ? u << (bytes + 1) : 0)), (uint16_t)(s << bytes | (part ? s << (bytes + 1) : 0)) };
    return (struct wanted){ (uint16_t)(u >> bytes | (part ? u >> (bytes + 1) : 0)), (uint16_t)(s >> bytes | (part ? s >> (bytes + 1) : 0)) };
}

static bool constant(const struct demand *d, uint32_t operand, uint64_t *value)
{
    if (OPND_BASE(operand) != BASE_UNIFORM || d->f->consts[OPND_OFFSET(operand)].kind != CONST_VALUE)
        return false;
    *value = d->f->consts[OPND_OFFSET(operand)].value;
    return true;
}

static uint32_t bytes_of_value(uint64_t value)
{
    uint32_t mask = 0;
    for (uint32_t k = 0; k < 8; k++)
        mask |= (uint32_t)((value >> 8 * k & 255) != 0) << k;
    return mask;
}

/* Bytes of the source of an extension from [bytes]: the sign is in the topmost. */
static struct wanted extended(struct wanted w, uint32_t bytes, bool sign)
{
    struct wanted low = masked(w, low_bytes(bytes));
    if (sign && (w.used & ~low_bytes(bytes)))
        low.used |= (uint16_t)(1u << (bytes - 1));
    if (sign && (w.stored & ~low_bytes(bytes)))
        low.stored |= (uint16_t)(1u << (bytes - 1));
    return low;
}

static bool want_extension(struct demand *d, const struct iq_ptx_insn *x, struct wanted w)
{
    uint32_t bytes;
    switch (x->exec) {
    case X_ext_u8_16: case X_ext_u8_32: case X_ext_u8_64: case X_ext_s8_16: case X_ext_s8_32: case X_ext_s8_64: bytes = 1; break;
    case X_ext_u16_32: case X_ext_u16_64: case X_ext_s16_32: case X_ext_s16_64: case X_trunc_32_16: case X_trunc_64_16: bytes = 2; break;
    case X_ext_u32_64: case X_ext_s32_64: case X_trunc_64_32: bytes = 4; break;
    default: return false;
    }
    bool sign = (x->exec >= X_ext_s16_32 && x->exec <= X_ext_s32_64) || (x->exec >= X_ext_s8_16 && x->exec <= X_ext_s8_64);
    want_same(d, x->o[1], extended(w, bytes, sign));
    return true;
}

/* Registers of [each] bytes next to each other. */
static bool want_parts(struct demand *d, const struct iq_ptx_insn *x)
{
    bool packs = x->exec == X_pack || x->exec == X_pack2_16 || x->exec == X_pack2_32;
    uint32_t each = x->mod;
    if (!packs && x->exec != X_unpack && x->exec != X_unpack2_16 && x->exec != X_unpack2_32)
        return false;
    for (uint32_t k = 0; packs && k < x->ns; k++)
        want_same(d, x->o[1 + k], masked(shifted(d->of[x->o[0]], -(int)(8 * each * k)), low_bytes(each)));
    for (uint32_t k = 0; !packs && k < x->nd; k++)
        want_same(d, x->o[x->nd], shifted(masked(d->of[x->o[k]], low_bytes(each)), (int)(8 * each * k)));
    return true;
}

/* prmt and bfe by constants. */
static bool want_picked(struct demand *d, const struct iq_ptx_insn *x, struct wanted w)
{
    uint64_t by, length;
    if (x->exec != X_lane)
        return false;
    if ((x->mod & 255) == LANE_PRMT && constant(d, x->o[3], &by)) {
        for (uint32_t k = 0; k < 4; k++) {
            uint32_t from = by >> 4 * k & 7;
            want(d, x->o[from < 4 ? 1 : 2], (w.used >> k & 1u) << (from & 3), (w.stored >> k & 1u) << (from & 3));
        }
        return true;
    }
    if ((x->mod & 255) != LANE_BFE || !constant(d, x->o[2], &by) || !constant(d, x->o[3], &length) || by > 63 || length > 64)
        return false;
    uint32_t first = (uint32_t)by / 8, last = length ? (uint32_t)(by + length - 1) / 8 : first;
    uint32_t mask = low_bytes(last + 1) & ~(uint32_t)low_bytes(first);
    want(d, x->o[1], w.used ? mask : 0, w.stored ? mask : 0);
    return true;
}

static bool want_bits(struct demand *d, const struct iq_ptx_insn *x, struct wanted w)
{
    uint64_t value;
    switch (x->exec) {
    case X_and16: case X_and32: case X_and64:
        for (uint32_t k = 0; k < 2; k++)
            want_same(d, x->o[1 + k], constant(d, x->o[2 - k], &value) ? masked(w, bytes_of_value(value)) : w);
        return true;
    case X_or16: case X_or32: case X_or64: case X_xor16: case X_xor32: case X_xor64: case X_not16: case X_not32: case X_not64:
    case X_mov16: case X_mov32: case X_mov64: case X_mov128:
        for (uint32_t k = x->nd; k < (uint32_t)x->nd + x->ns; k++)
            want_same(d, x->o[k], w);
        return true;
    case X_shl32: case X_shl64: case X_shru32: case X_shru64: case X_shrs32: case X_shrs64:
        if (!constant(d, x->o[2], &value) || value > 63)
            return false;
        bool left = x->exec == X_shl32 || x->exec == X_shl64, sign = x->exec == X_shrs32 || x->exec == X_shrs64;
        struct wanted from = shifted(w, left ? -(int)value : (int)value);
        uint32_t top = sign ? 1u << (d->f->vreg_size[x->o[0]] - 1) : 0;
        want(d, x->o[1], from.used | (w.used ? top : 0), from.stored | (w.stored ? top : 0));
        return true;
    default:
        return false;
    }
}

/* Of the two values of a choice and of what goes to another lane comes what is wanted here; the rest of the operands are used. */
static bool want_moved(struct demand *d, const struct iq_ptx_insn *x, struct wanted w)
{
    bool choice = x->exec == X_sel16 || x->exec == X_sel32 || x->exec == X_sel64;
    if (!choice && x->exec != X_shfl)
        return false;
    for (uint32_t k = x->nd; k < (uint32_t)x->nd + x->ns; k++) {
        bool moved = choice ? d->f->vreg_size[x->o[0]] > 1 && OPND_BASE(x->o[k]) == BASE_FRAME && d->f->vreg_size[x->o[k]] > 1 : k == x->nd;
        want(d, x->o[k], moved ? w.used : 0xffff, moved ? w.stored : 0);
    }
    return true;
}

static bool want_stored(struct demand *d, const struct iq_ptx_insn *x)
{
    if (!iq_ptx_is_plain_store(x->exec))
        return false;
    want(d, x->o[0], 0xffff, 0);
    for (uint32_t k = 1; k < x->ns; k++)
        want(d, x->o[k], 0, low_bytes(iq_ptx_element_bytes(x->exec)));
    return true;
}

static void visit(struct demand *d, const struct iq_ptx_insn *x)
{
    struct wanted w = x->nd ? d->of[x->o[0]] : (struct wanted){ 0, 0 };
    if (want_extension(d, x, w) || want_parts(d, x) || want_bits(d, x, w) || want_picked(d, x, w) || want_moved(d, x, w) || want_stored(d, x))
        return;
    for (uint32_t k = x->nd; k < (uint32_t)x->nd + x->ns; k++)
        want(d, x->o[k], 0xffff, 0);
}

/* Used bytes of a load in the lower half, stored ones in the upper. */
static uint32_t of_load(const struct demand *d, const struct iq_ptx_insn *x)
{
    uint32_t bytes = iq_ptx_element_bytes(x->exec), all = 0;
    for (uint32_t k = 0; k < x->nd; k++) {
        struct wanted w = masked(d->of[x->o[k]], low_bytes(bytes));
        all |= (uint32_t)w.used << k * bytes | (uint32_t)w.stored << (16 + k * bytes);
    }
    return all;
}

bool iq_ptx_function_demand(struct iq_ptx_function *f)
{
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
        bool load = iq_ptx_is_plain_access(exec) && exec < X_ldl8 && !iq_ptx_is_plain_store(exec);
        f->demand[i] = load && !d.changed ? of_load(&d, &f->insns[i]) : 0xffff;
    }
    free(d.of);
    return ok;
}
