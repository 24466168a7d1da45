/* Video instructions and conversions of packed small numbers. */
#include <math.h>

#include "ptx/cold.h"
#include "ptx/exec.h"
#include "ptx/exec_cold.h"
#include "ptx/exec_half.h"
#include "ptx/isa.h"

/* Part `index` of 1 << log bytes of a pair of words. */
static int64_t part_of(uint64_t pair, uint32_t log, uint32_t index, bool sign)
{
    uint32_t bits = 8u << log;
    uint64_t v = pair >> (index * bits) & ((1ull << bits) - 1);
    return sign && v >> (bits - 1) ? (int64_t)v - (1ll << bits) : (int64_t)v;
}

static int64_t limit(int64_t v, uint32_t bits, bool sign)
{
    int64_t least = sign ? -(1ll << (bits - 1)) : 0, most = (1ll << (sign ? bits - 1 : bits)) - 1;
    return v < least ? least : v > most ? most : v;
}

static bool holds(uint32_t cmp, int64_t a, int64_t b)
{
    switch (cmp) {
    case CMP_EQ: return a == b;
    case CMP_NE: return a != b;
    case CMP_LT: return a < b;
    case CMP_LE: return a <= b;
    case CMP_GT: return a > b;
    default: return a >= b;
    }
}

static int64_t operate(uint32_t mod, int64_t a, int64_t b)
{
    uint32_t count = mod & VIDEO_CLAMP ? b > 32 || b < 0 ? 32 : (uint32_t)b : (uint32_t)b & 31;
    switch (mod & 15) {
    case VIDEO_OP_ADD: return a + b;
    case VIDEO_OP_SUB: return a - b;
    case VIDEO_OP_ABSDIFF: return a < b ? b - a : a - b;
    case VIDEO_OP_MIN: return a < b ? a : b;
    case VIDEO_OP_MAX: return a < b ? b : a;
    case VIDEO_OP_AVERAGE: return a + b >= 0 ? (a + b + 1) >> 1 : (a + b) >> 1;
    case VIDEO_OP_SET: return holds(mod >> VIDEO_CMP_SHIFT, a, b);
    case VIDEO_OP_SHL: return (int64_t)((uint64_t)a << count);
    default: return a >> count;
    }
}

/* Scalar video instructions are sequences of others, made by the compiler of every GPU since sm_70;
 * what these compute, against the manual in places, is described in docs/ptx.md and measured in
 * tests/ptx/forms.txt. */

static uint32_t multiply(const struct iq_ptx_insn *i, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t mod = i->mod, shift = i->imm >> 40 & 31;
    bool less = i->imm >> 48 & 1, under = i->imm >> 49 & 1,
         sign = mod & (VIDEO_A_SIGNED | VIDEO_B_SIGNED) || less || under;
    /* Whole words and c are signed whatever their types say. */
    int64_t x = (int32_t)part_of(a, mod >> 8 & 3, i->imm & 15, mod & VIDEO_A_SIGNED),
            y = (int32_t)part_of(b, mod >> 10 & 3, i->imm >> 16 & 15, mod & VIDEO_B_SIGNED);
    uint64_t product = (uint64_t)(x * y), sum = (less ? ~product : product) +
                                                (uint64_t)(int64_t)(int32_t)(under ? ~c : c) +
                                                (mod & VIDEO_PLUS_ONE || less || under);
    int64_t result = sign ? (int64_t)sum >> shift : (int64_t)(sum >> shift);
    return (uint32_t)(mod & VIDEO_SAT ? limit(result, 32, sign) : result);
}

static bool is_shift(uint32_t mod)
{
    return (mod & 15) == VIDEO_OP_SHL || (mod & 15) == VIDEO_OP_SHR;
}

/* A shift keeps two bits above the word; other results are too large for .u32 unnoticed, and below
 * zero count as large in a part of a word. */
static int64_t saturate(uint32_t mod, int64_t v, uint32_t bits)
{
    bool sign = mod & VIDEO_D_SIGNED;
    uint64_t most = (1ull << (bits - sign)) - 1;
    if (is_shift(mod))
        return limit((int64_t)((uint64_t)v << 30) >> 30, 32, sign);
    if (bits < 32)
        return (int64_t)((uint64_t)v > most ? most : (uint64_t)v);
    return sign ? limit(v, 32, true) : v < 0 ? 0 : v;
}

/* What a second .min or .max compares: of sums and comparisons the word, of others all 64 bits. */
static bool is_less(uint32_t mod, int64_t v, uint32_t c)
{
    uint32_t op = mod & 15;
    if (op == VIDEO_OP_ADD || op == VIDEO_OP_SUB || (is_shift(mod) && mod & VIDEO_SAT))
        v = (int32_t)v;
    return mod & VIDEO_D_SIGNED ? v < (int32_t)c : (uint64_t)v < c;
}

static uint32_t scalar(const struct iq_ptx_insn *i, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t mod = i->mod, log = mod >> 12 & 3, bits = 8u << log,
             at = (uint32_t)(i->imm >> 32 & 15) * bits, second = mod >> VIDEO_SECOND_SHIFT & 3;
    int64_t v = operate(mod, part_of(a, mod >> 8 & 3, i->imm & 15, mod & VIDEO_A_SIGNED),
                        part_of(b, mod >> 10 & 3, i->imm >> 16 & 15, mod & VIDEO_B_SIGNED));
    if (mod & VIDEO_SAT)
        v = saturate(mod, v, bits);
    uint32_t u = (uint32_t)v;
    if (log < 2) {
        /* The upper half word gets what stands there in the result, not its lower half. */
        uint32_t mask = ((1u << bits) - 1) << at;
        return (u << (log == 1 ? 0 : at) & mask) | (c & ~mask);
    }
    return second == 0                                       ? u
           : second == 1 + VIDEO_ADD                         ? u + c
           : (second == 1 + VIDEO_MIN) == is_less(mod, v, c) ? u
                                                             : c;
}

static uint32_t several(const struct iq_ptx_insn *i, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t mod = i->mod, parts = mod >> 4 & 15, log = mod >> 8 & 3, bits = 8u << log,
             mask = i->imm >> 32 & 15, merged = 0, sum = c;
    uint64_t pair = (uint64_t)b << 32 | a;
    for (uint32_t k = 0; k < parts; k++) {
        int64_t v = operate(mod, part_of(pair, log, i->imm >> 4 * k & 15, mod & VIDEO_A_SIGNED),
                            part_of(pair, log, i->imm >> (16 + 4 * k) & 15, mod & VIDEO_B_SIGNED));
        if (mod & VIDEO_SAT)
            v = limit(v, bits, mod & VIDEO_D_SIGNED);
        uint32_t field = (uint32_t)((1ull << bits) - 1) << (k * bits);
        merged |= (mask >> k & 1 ? (uint32_t)v << (k * bits) : c) & field;
        sum += mask >> k & 1 ? (uint32_t)v : 0;
    }
    return mod >> VIDEO_SECOND_SHIFT & 3 ? sum : merged;
}

IQ_PTX_COLD(video)
{
    const uint32_t *a = IQ_PTX_REG(const uint32_t, w, i->o[1]),
                   *b = IQ_PTX_REG(const uint32_t, w, i->o[2]),
                   *c = IQ_PTX_REG(const uint32_t, w, i->o[3]);
    uint32_t *d = IQ_PTX_REG(uint32_t, w, i->o[0]);
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t l = iq_ptx_first_lane(m);
        d[l] = (i->mod & 15) == VIDEO_OP_MAD ? multiply(i, a[l], b[l], c[l])
               : (i->mod >> 4 & 15) == 1     ? scalar(i, a[l], b[l], c[l])
                                             : several(i, a[l], b[l], c[l]);
    }
    return i + 1;
}

IQ_PTX_COLD(cvt_pack)
{
    enum iq_ptx_type t = (enum iq_ptx_type)(i->mod & 255);
    uint32_t bits = i->mod >> 8, mask = (1u << bits) - 1;
    const int32_t *a = IQ_PTX_REG(const int32_t, w, i->o[1]),
                  *b = IQ_PTX_REG(const int32_t, w, i->o[2]);
    const uint32_t *c = IQ_PTX_REG(const uint32_t, w, i->o[3]);
    uint32_t *d = IQ_PTX_REG(uint32_t, w, i->o[0]);
    bool sign = iq_ptx_type_is_signed(t);
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t l = iq_ptx_first_lane(m), high = (uint32_t)limit(a[l], bits, sign) & mask,
                 low = (uint32_t)limit(b[l], bits, sign) & mask;
        d[l] = (bits == 16 ? 0 : c[l] << 2 * bits) | high << bits | low;
    }
    return i + 1;
}
