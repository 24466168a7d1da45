/* Floating point of eight bits and fewer: values, and conversions of two at once; bfloats that are
 * rounded at random. */
#include <math.h>
#include <string.h>

#include "ptx/cold.h"
#include "ptx/cpu.h"
#include "ptx/exec_cold.h"
#include "ptx/exec_half.h"
#include "ptx/isa.h"

/* most: the largest number, in bits; nan: 0 if there is none, then it becomes the largest; ieee:
 * all exponents above are infinity and NaN. */
struct format {
    int exponent, fraction;
    uint32_t most, nan;
    bool ieee;
};

static const struct format formats[TY_COUNT] = {
    [TY_E4M3X2] = { 4, 3, 0x7e, 0x7f, false }, [TY_E5M2X2] = { 5, 2, 0x7b, 0x7f, true },
    [TY_E3M2X2] = { 3, 2, 0x1f, 0, false },    [TY_E2M3X2] = { 2, 3, 0x1f, 0, false },
    [TY_E2M1X2] = { 2, 1, 0x7, 0, false },
};

static double value_of(uint32_t bits, const struct format *f)
{
    uint32_t size = bits & ((1u << (f->exponent + f->fraction)) - 1),
             fraction = size & ((1u << f->fraction) - 1);
    int exponent = (int)(size >> f->fraction), bias = (1 << (f->exponent - 1)) - 1;
    double v = exponent
                   ? ldexp((double)(fraction + (1u << f->fraction)), exponent - bias - f->fraction)
                   : ldexp((double)fraction, 1 - bias - f->fraction);
    if (size > f->most)
        v = f->ieee && !fraction ? (double)INFINITY : (double)NAN;
    return bits >> (f->exponent + f->fraction) & 1 ? -v : v;
}

/* The nearest number, the even one of two; what is too large becomes the largest. */
static uint32_t bits_of(double x, const struct format *f)
{
    int bias = (1 << (f->exponent - 1)) - 1, e, least = 1 - bias;
    uint32_t sign = signbit(x) ? 1u << (f->exponent + f->fraction) : 0;
    if (isnan(x))
        return f->nan ? f->nan : f->most;
    x = fmin(fabs(x), value_of(f->most, f));
    frexp(x, &e);
    e = x == 0 || e - 1 < least ? least : e - 1;
    /* The hidden bit and a carry of the rounding count up the exponent. */
    double quanta = nearbyint(ldexp(x, f->fraction - e));
    return sign | ((uint32_t)quanta + ((uint32_t)(e - least) << f->fraction));
}

double iq_ptx_quarter_value(uint32_t q, bool e5m2)
{
    return value_of(q, &formats[e5m2 ? TY_E5M2X2 : TY_E4M3X2]);
}

/* Eight bits of exponent and nothing else: toward zero, or up. */
static uint32_t scale_of(float x, uint32_t rounding, bool finite)
{
    uint32_t u, size, tiny = 0x400000; /* 2^-127 */
    memcpy(&u, &x, 4);
    size = u & 0x7fffffff;
    uint32_t e = size >> 23;
    if (size > 0x7f800000)
        return 255;
    if (rounding == RND_RP && size & 0x7fffff && size > tiny)
        e++;
    return finite && e == 255 ? 254 : e;
}

static uint32_t scale_as_bfloat(uint32_t e) { return e == 255 ? 0x7fff : e ? e << 7 : 0x40; }

/* A single is cut off to a bfloat after sixteen random bits have been added to what is lost of it:
 * a carry rounds away from zero. */
static uint32_t stochastic(uint32_t u, uint32_t random, uint32_t mod)
{
    enum { INFINITE = 0x7f800000, MOST = 0x7f7f };
    uint32_t size = u & 0x7fffffff, sign = u >> 16 & 0x8000;
    if (size > INFINITE)
        return 0x7fff;
    if (mod & FLOAT_RELU && sign)
        return 0;
    if (mod & FLOAT_FINITE && size >> 16 >= MOST)
        return sign | MOST;
    return sign | (size + random) >> 16;
}

static double source(struct iq_warp *w, uint32_t operand, enum iq_ptx_type from, uint32_t l,
                     uint32_t k)
{
    if (from == TY_F32)
        return (double)IQ_PTX_REG(const float, w, operand)[l];
    if (from == TY_F16X2 || from == TY_BF16X2)
        return iq_ptx_half_value(IQ_PTX_REG(const uint32_t, w, operand)[l] >> 16 * k & 0xffff,
                                 from == TY_BF16X2);
    uint32_t width = from == TY_E2M1X2 ? 4 : 8;
    return value_of(IQ_PTX_REG(const uint16_t, w, operand)[l] >> width * k & ((1u << width) - 1),
                    &formats[from]);
}

/* One of the two values: k is 0 for the lower one, whose source is the last operand. */
static uint32_t convert(struct iq_warp *w, const struct iq_ptx_insn *i, uint32_t l, uint32_t k)
{
    enum iq_ptx_type to = (enum iq_ptx_type)(i->mod & 255),
                     from = (enum iq_ptx_type)(i->mod >> 8 & 255);
    uint32_t operand = i->o[k ? 1 : 2];
    if (from == TY_UE8M0X2)
        return scale_as_bfloat(IQ_PTX_REG(const uint16_t, w, operand)[l] >> 8 * k & 255);
    if (to == TY_BF16X2)
        return stochastic(IQ_PTX_REG(const uint32_t, w, operand)[l],
                          IQ_PTX_REG(const uint32_t, w, i->o[3])[l] >> 16 * k & 0xffff, i->mod);
    double v = source(w, operand, from, l, k);
    if (to == TY_UE8M0X2)
        return scale_of((float)v, i->mod >> 16 & 15, i->mod & FLOAT_FINITE);
    v = i->mod & FLOAT_RELU && v <= 0 ? 0.0 : v;
    return to == TY_F16X2 ? iq_ptx_half_bits(v, false, RND_RN) : bits_of(v, &formats[to]);
}

void iq_ptx_small_lanes(struct iq_warp *w, const struct iq_ptx_insn *i)
{
    enum iq_ptx_type to = (enum iq_ptx_type)(i->mod & 255);
    bool wide = to == TY_F16X2 || to == TY_BF16X2;
    uint16_t *narrow = IQ_PTX_REG(uint16_t, w, i->o[0]);
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t l = iq_ptx_first_lane(m), low = convert(w, i, l, 0), high = convert(w, i, l, 1);
        if (wide)
            IQ_PTX_REG(uint32_t, w, i->o[0])[l] = low | high << 16;
        else
            narrow[l] = (uint16_t)(low | high << (to == TY_E2M1X2 ? 4 : 8));
    }
}

IQ_PTX_COLD(small)
{
    if (!iq_ptx_cpu()->convert_small(w, i))
        iq_ptx_small_lanes(w, i);
    return i + 1;
}
