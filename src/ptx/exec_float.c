/* Floating point lane by lane: half precision, directed rounding, saturation, functions,
 * conversions. */
#include <fenv.h>
#include <math.h>
#include <string.h>

#include "arch/arch.h"
#include "ptx/cold.h"
#include "ptx/cpu.h"
#include "ptx/exec_cold.h"
#include "ptx/exec_half.h"
#include "ptx/isa.h"

/* bits with the hidden one; of the smallest, largest normal */
struct float_format {
    int precision, min_exponent, max_exponent;
};
static const struct float_format half_format = { 11, -14, 15 }, bfloat_format = { 8, -126, 127 };

double iq_ptx_half_value(uint32_t h, bool bfloat)
{
    uint32_t exponent = h >> 10 & 31,
             u = bfloat ? h << 16 : (h & 0x7fff) << 13 | (exponent == 31 ? 0x7f800000 : 0);
    float f;
    memcpy(&f, &u, 4);
    if (bfloat)
        return (double)f;
    f = exponent == 31 ? f : f * 0x1p112f; /* the other bias; right for subnormal ones too */
    return h & 0x8000 ? -(double)f : (double)f;
}

static double round_integer(double x, uint32_t mode)
{
    switch (mode) {
    case RND_RZ:
    case RND_RZI: return trunc(x);
    case RND_RM:
    case RND_RMI: return floor(x);
    case RND_RP:
    case RND_RPI: return ceil(x);
    case RND_RNA: return round(x);
    default: return nearbyint(x);
    }
}

/* Is the part that is cut off to be rounded up?  rest: it, below `half` twice. */
static bool rounds_up(uint32_t mode, uint64_t kept, uint64_t rest, uint64_t half, bool negative)
{
    switch (mode) {
    case RND_RZ: return false;
    case RND_RM: return negative && rest;
    case RND_RP: return !negative && rest;
    case RND_RNA: return rest >= half;
    default: return rest > half || (rest == half && kept & 1);
    }
}

uint32_t iq_ptx_half_bits(double x, bool bfloat, uint32_t mode)
{
    const struct float_format f = bfloat ? bfloat_format : half_format;
    uint32_t fraction = (uint32_t)f.precision - 1, infinite = bfloat ? 0x7f80 : 0x7c00;
    uint64_t u;
    memcpy(&u, &x, 8);
    bool negative = u >> 63;
    uint32_t sign = negative ? 0x8000 : 0;
    int exponent = (int)(u >> 52 & 2047) - 1023;
    if (exponent == 1024)
        return u << 12 ? 0x7fff : sign | infinite;
    if (exponent == -1023) /* too small for any rounding but away from zero */
        return sign | (u << 1 && (mode == RND_RM ? negative : mode == RND_RP && !negative));
    uint64_t m = (u & ((1ull << 52) - 1)) | 1ull << 52;
    int shift = 53 - f.precision + (exponent < f.min_exponent ? f.min_exponent - exponent : 0);
    if (shift > 62)
        shift = 62;
    uint64_t kept = m >> shift, rest = m & ((1ull << shift) - 1);
    kept += rounds_up(mode, kept, rest, 1ull << (shift - 1), negative);
    /* The hidden bit and a carry of the rounding count up the exponent. */
    uint64_t r =
        kept + (exponent < f.min_exponent ? 0 : (uint64_t)(exponent - f.min_exponent) << fraction);
    if (r < infinite)
        return sign | (uint32_t)r;
    bool largest = mode == RND_RZ || (mode == RND_RM && !negative) || (mode == RND_RP && negative);
    return sign | (infinite - largest);
}

/* a * b + c with the last bit odd when inexact, so that one more rounding is right. */
static double fma_odd(double a, double b, double c)
{
    double p = a * b, s = p + c, t = s - p, error = (p - (s - t)) + (c - t);
    uint64_t u;
    memcpy(&u, &s, 8);
    if (isfinite(s) && error != 0 && !(u & 1)) {
        u = (error > 0) != (s > 0) ? u - 1 : u | 1;
        memcpy(&s, &u, 8);
    }
    return s;
}

static double minmax(double a, double b, bool least, uint32_t mod)
{
    if (mod & FLOAT_XORSIGN) {
        double r = minmax(fabs(a), fabs(b), least, mod & FLOAT_NAN);
        return isnan(r) ? r : copysign(r, signbit(a) != signbit(b) ? -1.0 : 1.0);
    }
    if (isnan(a) || isnan(b))
        return mod & FLOAT_NAN ? (double)NAN : isnan(a) ? b : a;
    if (a == b)
        return signbit(a) == least ? a : b;
    return (a < b) == least ? a : b;
}

/* Functions whose result is rounded by the caller. */
static double function(uint32_t op, double a, double b, uint32_t mod)
{
    switch (op) {
    case FLOAT_ABS: return fabs(a);
    case FLOAT_NEG: return -a;
    case FLOAT_MIN: return minmax(a, b, true, mod);
    case FLOAT_MAX: return minmax(a, b, false, mod);
    case FLOAT_RSQRT: return 1.0 / sqrt(a);
    case FLOAT_SIN: return sin(a);
    case FLOAT_COS: return cos(a);
    case FLOAT_LG2: return log2(a);
    case FLOAT_EX2: return exp2(a);
    case FLOAT_TANH: return tanh(a);
    default: return a;
    }
}

/* Angles are counted in turns, in single precision and rounded to zero, as hardware does: of large
 * ones little is left. */
static float of_turns(float a, bool cosine)
{
    double exact = (double)a * (double)0.15915494f;
    float turns = (float)exact;
    if (fabs((double)turns) > fabs(exact))
        turns = nextafterf(turns, 0.0f);
    double part = ((double)turns - rint((double)turns)) * 6.283185307179586;
    return cosine ? (float)cos(part) : part == 0 ? copysignf(0.0f, a) : (float)sin(part);
}

/* rcp and rsqrt.approx.ftz.f64 look at the upper word of a number and give one. */
static double upper_word(uint32_t op, double a)
{
    uint64_t u, nan = 0x7fffffff00000000, least = 1ull << 52;
    memcpy(&u, &a, 8);
    u &= u << 1 < least << 1 ? 1ull << 63 : ~0ull << 32;
    memcpy(&a, &u, 8);
    double r = op == FLOAT_RCP ? 1 / a : 1 / sqrt(a);
    memcpy(&u, &r, 8);
    u = isnan(r) ? nan : u << 1 < least << 1 ? u & 1ull << 63 : (u + (1u << 31)) & ~0ull << 32;
    memcpy(&r, &u, 8);
    return r;
}

#define ARITHMETIC(name, T, fma_, sqrt_, f)                            \
    static T name(uint32_t op, T a, T b, T c, uint32_t mod)            \
    {                                                                  \
        switch (op) {                                                  \
        case FLOAT_ADD: return a + b;                                  \
        case FLOAT_SUB: return a - b;                                  \
        case FLOAT_MUL: return a * b;                                  \
        case FLOAT_FMA: return fma_(a, b, c);                          \
        case FLOAT_DIV: return a / b;                                  \
        case FLOAT_RCP: return 1 / a;                                  \
        case FLOAT_SQRT: return sqrt_(a);                              \
        case FLOAT_SIN:                                                \
        case FLOAT_COS: return (T)of_turns((float)a, op == FLOAT_COS); \
        case FLOAT_LG2: return log2##f(a);                             \
        case FLOAT_EX2: return exp2##f(a);                             \
        case FLOAT_TANH: return tanh##f(a);                            \
        default: return (T)function(op, (double)a, (double)b, mod);    \
        }                                                              \
    }
ARITHMETIC(arith32, float, fmaf, sqrtf, f)
ARITHMETIC(arith64, double, fma, sqrt, )

static double arith_half(uint32_t op, double a, double b, double c, uint32_t mod)
{
    switch (op) {
    case FLOAT_ADD: return a + b;
    case FLOAT_SUB: return a - b;
    case FLOAT_MUL: return a * b;
    case FLOAT_FMA: return fma_odd(a, b, c);
    default: return function(op, a, b, mod);
    }
}

/* A NaN that no operand brings along has a sign. */
static double signed_nan(double r, double a, double b, double c)
{
    return !IQ_ARCH_NAN && isnan(r) && !isnan(a) && !isnan(b) && !isnan(c) ? -(double)NAN : r;
}

static float flush32(float x, uint32_t mod)
{
    return mod & FLOAT_FTZ && fpclassify(x) == FP_SUBNORMAL ? copysignf(0.0f, x) : x;
}

static double clamp(double x, uint32_t mod)
{
    if (mod & FLOAT_SAT)
        return isnan(x) || !(x > 0) ? 0.0 : x > 1 ? 1.0 : x;
    return mod & FLOAT_RELU && x <= 0 ? 0.0 : x;
}

/* Changing the mode costs more than a whole warp's arithmetic, and most instructions round to
 * nearest. */
static bool is_directed(uint32_t rounding)
{
    return rounding == RND_RZ || rounding == RND_RM || rounding == RND_RP;
}

static void set_rounding(uint32_t rounding)
{
    if (is_directed(rounding))
        fesetround(rounding == RND_RZ   ? FE_TOWARDZERO
                   : rounding == RND_RM ? FE_DOWNWARD
                                        : FE_UPWARD);
}

static void end_rounding(uint32_t rounding)
{
    if (is_directed(rounding))
        fesetround(FE_TONEAREST);
}

static uint32_t flush_half(uint32_t h) { return h & 0x7c00 ? h : h & 0x8000; }

/* What a tensor copy puts where it is outside of the tensor; an H200 takes it with any sign. */
static bool is_outside(uint32_t h) { return (h & 0x7fff) == 0x7ff7; }

static uint32_t half_lane(uint32_t op, uint32_t a, uint32_t b, uint32_t c, uint32_t mod,
                          bool bfloat)
{
    if (mod & FLOAT_FTZ && !bfloat) {
        a = flush_half(a);
        b = flush_half(b);
        c = flush_half(c);
    }
    if (op == FLOAT_ABS || op == FLOAT_NEG)
        return (a & 0x7fff) > (bfloat ? 0x7f80 : 0x7c00) ? 0x7fff
               : op == FLOAT_ABS                         ? a & 0x7fff
                                                         : a ^ 0x8000;
    if (mod & FLOAT_OOB && (is_outside(a) || is_outside(b)))
        return 0;
    double x = iq_ptx_half_value(a, bfloat), y = iq_ptx_half_value(b, bfloat),
           z = iq_ptx_half_value(c, bfloat);
    uint32_t r = iq_ptx_half_bits(clamp(arith_half(op, x, y, z, mod), mod), bfloat, RND_RN);
    return mod & FLOAT_FTZ && !bfloat ? flush_half(r) : r;
}

uint32_t iq_ptx_half_pair(uint32_t op, uint32_t a, uint32_t b, bool bfloat)
{
    return half_lane(op, a & 0xffff, b & 0xffff, 0, 0, bfloat) |
           half_lane(op, a >> 16, b >> 16, 0, 0, bfloat) << 16;
}

static const void *source(struct iq_warp *w, const struct iq_ptx_insn *i, uint32_t k)
{
    return IQ_PTX_REG(const void, w, i->o[k < (uint32_t)i->nd + i->ns ? k : 1]);
}

static void float_half(struct iq_warp *w, const struct iq_ptx_insn *i, enum iq_ptx_type t)
{
    bool pair = t == TY_F16X2 || t == TY_BF16X2, bfloat = t == TY_BF16 || t == TY_BF16X2;
    const uint16_t *a = source(w, i, 1), *b = source(w, i, 2), *c = source(w, i, 3);
    uint16_t *d = IQ_PTX_REG(uint16_t, w, i->o[0]);
    for (uint32_t m = w->mask; m; m &= m - 1)
        for (uint32_t k = 0; k <= pair; k++) {
            uint32_t at = iq_ptx_first_lane(m) * (1 + pair) + k;
            d[at] = (uint16_t)half_lane(i->mod & 255, a[at], b[at], c[at], i->mod, bfloat);
        }
}

/* Of the commonest operations on f32, all lanes at once. */
static bool float_words(struct iq_warp *w, const struct iq_ptx_insn *i, const float *a,
                        const float *b, const float *c)
{
    float out[IQ_PTX_LANES] __attribute__((aligned(64)));
    if (i->mod & (FLOAT_NAN | FLOAT_RELU | FLOAT_XORSIGN))
        return false;
    set_rounding(i->mod >> 16 & 15);
    bool done = iq_ptx_cpu()->float_step(i->mod, a, b, c, out);
    end_rounding(i->mod >> 16 & 15);
    float *d = IQ_PTX_REG(float, w, i->o[0]);
    if (done && w->mask == UINT32_MAX)
        memcpy(d, out, sizeof out);
    for (uint32_t m = done && w->mask != UINT32_MAX ? w->mask : 0; m; m &= m - 1)
        d[iq_ptx_first_lane(m)] = out[iq_ptx_first_lane(m)];
    return done;
}

/* Approximations of functions: what is called for each lane, and no more. */
static bool float_functions(struct iq_warp *w, const struct iq_ptx_insn *i, const float *a)
{
    uint32_t op = i->mod & 255, none = 0x7fffffff;
    float *d = IQ_PTX_REG(float, w, i->o[0]);
    if ((op != FLOAT_EX2 && op != FLOAT_LG2) || i->mod & (FLOAT_SAT | FLOAT_RELU))
        return false;
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t l = iq_ptx_first_lane(m);
        float x = flush32(a[l], i->mod), r = flush32(op == FLOAT_EX2 ? exp2f(x) : log2f(x), i->mod);
        if (isnan(r))
            memcpy(&r, &none, 4);
        d[l] = r;
    }
    return true;
}

/* Of any bits, also of a NaN. */
static void copy_signs(struct iq_warp *w, const struct iq_ptx_insn *i, enum iq_ptx_type t)
{
    uint64_t sign = t == TY_F32 ? 1ull << 31 : 1ull << 63;
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t l = iq_ptx_first_lane(m);
        if (t == TY_F32)
            IQ_PTX_REG(uint32_t, w, i->o[0])
        [l] = (uint32_t)((IQ_PTX_REG(const uint32_t, w, i->o[1])[l] & sign) |
                         (IQ_PTX_REG(const uint32_t, w, i->o[2])[l] & ~sign));
        else IQ_PTX_REG(uint64_t, w, i->o[0])[l] =
            (IQ_PTX_REG(const uint64_t, w, i->o[1])[l] & sign) |
            (IQ_PTX_REG(const uint64_t, w, i->o[2])[l] & ~sign);
    }
}

static float word_lane(uint32_t op, float a, float b, float c, uint32_t mod)
{
    float r = arith32(op, flush32(a, mod), flush32(b, mod), flush32(c, mod), mod);
    uint32_t nan = 0x7fffffff;
    r = flush32((float)clamp((double)r, mod), mod);
    if (isnan(r))
        memcpy(&r, &nan, 4);
    return r;
}

static void float_pair(struct iq_warp *w, const struct iq_ptx_insn *i)
{
    const float *a = source(w, i, 1), *b = source(w, i, 2), *c = source(w, i, 3);
    float *d = IQ_PTX_REG(float, w, i->o[0]);
    set_rounding(i->mod >> 16 & 15);
    for (uint32_t m = w->mask; m; m &= m - 1)
        for (uint32_t k = 0; k < 2; k++) {
            uint32_t at = 2 * iq_ptx_first_lane(m) + k;
            d[at] = word_lane(i->mod & 255, a[at], b[at], c[at], i->mod);
        }
    end_rounding(i->mod >> 16 & 15);
}

IQ_PTX_COLD(float)
{
    enum iq_ptx_type t = (enum iq_ptx_type)(i->mod >> 8 & 255);
    uint32_t op = i->mod & 255, rounding = i->mod >> 16 & 15, mod = i->mod;
    if (t == TY_F32X2) {
        float_pair(w, i);
        return i + 1;
    }
    if (t != TY_F32 && t != TY_F64) {
        if (i->mod & FLOAT_OOB || !iq_ptx_cpu()->float_halves(w, i))
            float_half(w, i, t);
        return i + 1;
    }
    const float *a = source(w, i, 1), *b = source(w, i, 2), *c = source(w, i, 3);
    const double *da = (const void *)a, *db = (const void *)b, *dc = (const void *)c;
    if (op == FLOAT_COPYSIGN) {
        copy_signs(w, i, t);
        return i + 1;
    }
    if (t == TY_F32 && (float_words(w, i, a, b, c) || float_functions(w, i, a)))
        return i + 1;
    set_rounding(rounding);
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t l = iq_ptx_first_lane(m);
        if (t == TY_F32) {
            IQ_PTX_REG(float, w, i->o[0])[l] = word_lane(op, a[l], b[l], c[l], mod);
        } else if (mod & FLOAT_APPROX && mod & FLOAT_FTZ) {
            IQ_PTX_REG(double, w, i->o[0])[l] = upper_word(op, da[l]);
        } else {
            double r = arith64(op, da[l], db[l], dc[l], mod);
            IQ_PTX_REG(double, w, i->o[0])[l] = clamp(signed_nan(r, da[l], db[l], dc[l]), mod);
        }
    }
    end_rounding(rounding);
    return i + 1;
}

IQ_PTX_COLD(setpx)
{
    const uint16_t *a = source(w, i, 1), *b = source(w, i, 2);
    uint32_t bits = iq_ptx_cpu()->compare_halves(i->mod & 255, (i->mod >> 8 & 255) == TY_BF16,
                                                 i->mod & FLOAT_FTZ, a, b),
             *d = IQ_PTX_REG(uint32_t, w, i->o[0]);
    *d = (*d & ~w->mask) | (bits & w->mask);
    return i + 1;
}

/* --- conversions: every value passes through one of three exact carriers --- */

struct value {
    enum { SIGNED, UNSIGNED, REAL } kind;
    int64_t s;
    uint64_t u;
    double r;
};

static uint64_t load(struct iq_warp *w, uint32_t operand, uint32_t size, uint32_t l)
{
    return size <= 2   ? IQ_PTX_REG(const uint16_t, w, operand)[l]
           : size == 4 ? IQ_PTX_REG(const uint32_t, w, operand)[l]
                       : IQ_PTX_REG(const uint64_t, w, operand)[l];
}

static struct value decode(uint64_t raw, enum iq_ptx_type t, uint32_t mod)
{
    struct value v = { .kind = REAL };
    uint32_t bits = 8 * iq_ptx_type_size(t), low = (uint32_t)raw;
    float f;
    if (t == TY_F32) {
        memcpy(&f, &low, 4);
        v.r = (double)flush32(f, mod);
    } else if (t == TY_F64) {
        memcpy(&v.r, &raw, 8);
    } else if (t == TY_F16 || t == TY_BF16) {
        v.r = iq_ptx_half_value(low & 0xffff, t == TY_BF16);
    } else if (iq_ptx_type_is_signed(t)) {
        v.kind = SIGNED;
        v.s = (int64_t)(raw << (64 - bits)) >> (64 - bits);
    } else {
        v.kind = UNSIGNED;
        v.u = bits == 64 ? raw : raw & ((1ull << bits) - 1);
    }
    return v;
}

static uint64_t to_integer(struct value v, enum iq_ptx_type t, enum iq_ptx_type from,
                           uint32_t rounding)
{
    uint32_t bits = 8 * iq_ptx_type_size(t);
    bool sign = iq_ptx_type_is_signed(t);
    int64_t least = sign ? (int64_t)(~0ull << (bits - 1)) : 0;
    uint64_t most = (sign ? 1ull << (bits - 1) : bits == 64 ? 0 : 1ull << bits) - 1;
    if (v.kind == REAL) {
        double r = round_integer(v.r, rounding);
        if (isnan(r)) /* the manual says 0; this is what an H200 does */
            return from != TY_F64 && bits != 64 ? 0 : sign ? (uint64_t)least : 1ull << (bits - 1);
        if (r <= (double)least)
            return (uint64_t)least;
        if (r >= (double)most)
            return most;
        return sign || r < 9e18 ? (uint64_t)(int64_t)r : (uint64_t)r;
    }
    if (v.kind == SIGNED) {
        if (v.s < least)
            return (uint64_t)least;
        return v.s > 0 && (uint64_t)v.s > most ? most : (uint64_t)v.s;
    }
    return v.u > most ? most : v.u;
}

static double quiet(double x)
{
    uint64_t u;
    memcpy(&u, &x, 8);
    u |= isnan(x) ? 1ull << 51 : 0;
    memcpy(&x, &u, 8);
    return x;
}

static float to_single(struct value v, uint32_t rounding)
{
    set_rounding(rounding);
    volatile float f = v.kind == SIGNED ? (float)v.s : v.kind == UNSIGNED ? (float)v.u : (float)v.r;
    end_rounding(rounding);
    return f;
}

static double to_double(struct value v, uint32_t rounding)
{
    set_rounding(rounding);
    volatile double d = v.kind == SIGNED ? (double)v.s : v.kind == UNSIGNED ? (double)v.u : v.r;
    end_rounding(rounding);
    return d;
}

/* For rounding to far fewer bits: what does not fit is kept as the last bit that does. */
static double to_odd(struct value v)
{
    enum { SPARE = 11 };
    bool negative = v.kind == SIGNED && v.s < 0;
    uint64_t u = v.kind == SIGNED && negative ? -(uint64_t)v.s
                 : v.kind == SIGNED           ? (uint64_t)v.s
                                              : v.u;
    if (v.kind == REAL)
        return v.r;
    bool wide = u >> (64 - SPARE) != 0;
    double d = wide ? ldexp((double)(u >> SPARE | (u << (64 - SPARE) != 0)), SPARE) : (double)u;
    return negative ? -d : d;
}

/* Ten bits of fraction in a 32-bit word.  rna is a sequence of instructions on hardware: what is no
 * number keeps its bits, and .satfinite takes one step down from it. */
uint32_t iq_ptx_tf32(uint32_t u, uint32_t rounding, uint32_t mod)
{
    uint32_t infinite = 0x7f800000, size = u & 0x7fffffff;
    if (mod & FLOAT_RELU && size <= infinite && u >> 31)
        return 0;
    if (size > infinite && rounding != RND_RNA)
        u = 0x7fffffff;
    else if (size < infinite && rounding != RND_RZ)
        u += rounding == RND_RNA ? 0x1000 : 0xfff + (u >> 13 & 1);
    u &= ~0x1fffu;
    return mod & FLOAT_FINITE && (u & infinite) == infinite ? u - 0x2000 : u;
}

/* As a number, to see whether it is one. */
static double round_half(double x, bool bfloat, uint32_t mode)
{
    return iq_ptx_half_value(iq_ptx_half_bits(x, bfloat, mode >= RND_RNA ? RND_RN : mode), bfloat);
}

/* A NaN of double precision keeps its sign and as much of its payload as there is room for. */
static uint32_t half_nan(double x, bool bfloat)
{
    uint64_t u;
    memcpy(&u, &x, 8);
    uint32_t fraction = bfloat ? 7 : 10;
    return (uint32_t)(u >> 63) << 15 | (bfloat ? 0x7f80u : 0x7c00u) | 1u << (fraction - 1) |
           (uint32_t)(u >> (52 - fraction) & ((1u << fraction) - 1));
}

static uint64_t encode(struct value v, enum iq_ptx_type t, uint32_t rounding, uint32_t mod)
{
    uint64_t raw = 0;
    enum iq_ptx_type from = (enum iq_ptx_type)(mod >> 8 & 255);
    if (!iq_ptx_type_is_float(t))
        return to_integer(v, t, from, rounding);
    if (rounding >= RND_RNI) /* to an integral value */
        v.r = v.kind == REAL ? quiet(round_integer(v.r, rounding)) : v.r;
    if (v.kind == REAL && (mod & (FLOAT_SAT | FLOAT_RELU)))
        v.r = clamp(v.r, mod);
    if (t == TY_F64 && from == TY_F32 && mod & FLOAT_FTZ && isnan(v.r))
        return 0x7fffffffe0000000;
    if (t == TY_F64) {
        double d = to_double(v, rounding);
        memcpy(&raw, &d, 8);
        return raw;
    }
    if ((t == TY_F16 || t == TY_BF16) && mod & FLOAT_FINITE &&
        isinf(round_half(v.r, t == TY_BF16, rounding)))
        return (signbit(v.r) ? 0x8000u : 0) | (t == TY_BF16 ? 0x7f7f : 0x7bff);
    if ((t == TY_F16 || t == TY_BF16) && from == TY_F64 && isnan(v.r))
        return half_nan(v.r, t == TY_BF16);
    if (t == TY_F16 || t == TY_BF16)
        return iq_ptx_half_bits(to_odd(v), t == TY_BF16, rounding >= RND_RNA ? RND_RN : rounding);
    float f = to_single(v, rounding);
    f = flush32(f, mod);
    if (isnan(f) && from != TY_F64 && (from != TY_BF16 || mod & FLOAT_FTZ))
        return 0x7fffffff;
    if (mod & FLOAT_SAT)
        f = (float)clamp((double)f, mod);
    memcpy(&raw, &f, 4);
    return raw;
}

/* single to half: nothing is flushed */
uint64_t iq_ptx_converted(uint64_t raw, uint32_t mod)
{
    enum iq_ptx_type to = (enum iq_ptx_type)(mod & 255), from = (enum iq_ptx_type)(mod >> 8 & 255);
    uint32_t rounding = mod >> 16 & 15, kept = to == TY_F16 ? mod & ~(uint32_t)FLOAT_FTZ : mod;
    if (to == TY_TF32)
        return iq_ptx_tf32((uint32_t)raw, rounding, mod);
    return encode(decode(raw, from, kept), to, rounding, mod);
}

IQ_PTX_COLD(cvt)
{
    if (iq_ptx_cpu()->convert(w, i))
        return i + 1;
    uint32_t from = iq_ptx_type_size((enum iq_ptx_type)(i->mod >> 8 & 255)),
             size = iq_ptx_type_size((enum iq_ptx_type)(i->mod & 255));
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t l = iq_ptx_first_lane(m);
        uint64_t raw = iq_ptx_converted(load(w, i->o[1], from, l), i->mod);
        if (size <= 2)
            IQ_PTX_REG(uint16_t, w, i->o[0])[l] = (uint16_t)raw;
        else if (size == 4)
            IQ_PTX_REG(uint32_t, w, i->o[0])[l] = (uint32_t)raw;
        else
            IQ_PTX_REG(uint64_t, w, i->o[0])[l] = raw;
    }
    return i + 1;
}
