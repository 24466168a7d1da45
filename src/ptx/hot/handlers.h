/* The vector handlers, included once per CPU level.  Each is one loop over the 32 lanes that the compiler vectorises:
 * straight into the destination when all living lanes run, else into a temporary that is blended in. */
#include "ptx/cold.h"
#include "ptx/exec.h"

#include <math.h>
#include <string.h>

#define LANES 32
__extension__ typedef __int128 wide_s;
__extension__ typedef unsigned __int128 wide_u;
#if defined(__clang__)
#define EACH _Pragma("clang loop vectorize(assume_safety)") for (uint32_t l = 0; l < LANES; l++)
#else
#define EACH _Pragma("GCC ivdep") for (uint32_t l = 0; l < LANES; l++)
#endif
#define HANDLER(n) static const struct iq_ptx_insn *x_##n(struct iq_warp *w, const struct iq_ptx_insn *i)
#define ARG(T, name, k) const T *name = IQ_PTX_REG(const T, w, i->o[k])

static const uint32_t lane_bit[LANES] = {
    1u << 0, 1u << 1, 1u << 2, 1u << 3, 1u << 4, 1u << 5, 1u << 6, 1u << 7, 1u << 8, 1u << 9, 1u << 10, 1u << 11,
    1u << 12, 1u << 13, 1u << 14, 1u << 15, 1u << 16, 1u << 17, 1u << 18, 1u << 19, 1u << 20, 1u << 21, 1u << 22,
    1u << 23, 1u << 24, 1u << 25, 1u << 26, 1u << 27, 1u << 28, 1u << 29, 1u << 30, 1u << 31};

#define BLEND(T, name) \
    static inline void blend_##name(T *restrict d, const T *restrict s, uint32_t mask) \
    { EACH d[l] = mask & lane_bit[l] ? s[l] : d[l]; }
BLEND(uint16_t, 2) BLEND(uint32_t, 4)
static inline void blend_8(uint64_t *restrict d, const uint64_t *restrict s, uint32_t mask)
{
    uint64_t wide = mask;
    EACH d[l] = wide & lane_bit[l] ? s[l] : d[l];
}

/* Runs `loop` with out = the destination of T, or a temporary under a partial mask. */
#define WRITE(T, bits, k, loop) do { \
    T *d_ = IQ_PTX_REG(T, w, i->o[k]), t_[LANES] __attribute__((aligned(64))), *out = w->all ? d_ : t_; \
    loop; \
    if (!w->all) blend_##bits((void *)d_, (const void *)t_, w->mask); } while (0)

#define OP1(n, T, bits, A, expr) HANDLER(n) { ARG(A, pa, 1); WRITE(T, bits, 0, EACH { A a = pa[l]; out[l] = (T)(expr); }); return i + 1; }
#define OP2(n, T, bits, A, expr) HANDLER(n) { ARG(A, pa, 1); ARG(A, pb, 2); \
    WRITE(T, bits, 0, EACH { A a = pa[l]; A b = pb[l]; out[l] = (T)(expr); }); return i + 1; }
#define OP3(n, T, bits, A, C, expr) HANDLER(n) { ARG(A, pa, 1); ARG(A, pb, 2); ARG(C, pc, 3); \
    WRITE(T, bits, 0, EACH { A a = pa[l]; A b = pb[l]; C c = pc[l]; out[l] = (T)(expr); }); return i + 1; }

/* --- integers --- */
#define ALL_W1(n, expr16, expr32, expr64) OP1(n##16, uint16_t, 2, uint16_t, expr16) OP1(n##32, uint32_t, 4, uint32_t, expr32) OP1(n##64, uint64_t, 8, uint64_t, expr64)
#define ALL_W2(n, expr) OP2(n##16, uint16_t, 2, uint16_t, expr) OP2(n##32, uint32_t, 4, uint32_t, expr) OP2(n##64, uint64_t, 8, uint64_t, expr)
ALL_W2(add, a + b)
ALL_W2(sub, a - b)
OP2(mul16, uint16_t, 2, uint16_t, (uint32_t)a * b)
OP2(mul32, uint32_t, 4, uint32_t, a * b)
OP2(mul64, uint64_t, 8, uint64_t, a * b)
OP3(mad16, uint16_t, 2, uint16_t, uint16_t, (uint32_t)a * b + c)
OP3(mad32, uint32_t, 4, uint32_t, uint32_t, a * b + c)
OP3(mad64, uint64_t, 8, uint64_t, uint64_t, a * b + c)
ALL_W2(and, a & b)
ALL_W2(or, a | b)
ALL_W2(xor, a ^ b)
ALL_W1(not, ~a, ~a, ~a)
ALL_W1(neg, -(uint32_t)a, 0u - a, 0ull - a)
ALL_W1(abs, (int16_t)a < 0 ? -(uint32_t)a : a, (int32_t)a < 0 ? 0u - a : a, (int64_t)a < 0 ? 0ull - a : a)
ALL_W1(mov, a, a, a)

HANDLER(mov128)
{
    ARG(uint64_t, pa, 1);
    uint64_t *d = IQ_PTX_REG(uint64_t, w, i->o[0]);
    for (uint32_t l = 0; l < LANES; l++)
        if (w->mask >> l & 1) {
            d[2 * l] = pa[2 * l];
            d[2 * l + 1] = pa[2 * l + 1];
        }
    return i + 1;
}

/* The shift count is a 32-bit register, clamped at the width. */
#define SHIFT(n, T, bits, width, zero, expr) HANDLER(n) { ARG(T, pa, 1); ARG(uint32_t, pb, 2); \
    WRITE(T, bits, 0, EACH { T a = pa[l]; uint32_t b = pb[l]; out[l] = b >= (width) ? (T)(zero) : (T)(expr); }); return i + 1; }
SHIFT(shl16, uint16_t, 2, 16, 0, (uint32_t)a << (b & 15))
SHIFT(shl32, uint32_t, 4, 32, 0, a << (b & 31))
SHIFT(shl64, uint64_t, 8, 64, 0, a << (b & 63))
SHIFT(shru16, uint16_t, 2, 16, 0, a >> (b & 15))
SHIFT(shru32, uint32_t, 4, 32, 0, a >> (b & 31))
SHIFT(shru64, uint64_t, 8, 64, 0, a >> (b & 63))
SHIFT(shrs16, int16_t, 2, 16, a < 0 ? -1 : 0, a >> (b & 15))
SHIFT(shrs32, int32_t, 4, 32, a < 0 ? -1 : 0, a >> (b & 31))
SHIFT(shrs64, int64_t, 8, 64, a < 0 ? -1 : 0, a >> (b & 63))

#define ALL_SU(n, expr) OP2(n##u16, uint16_t, 2, uint16_t, expr) OP2(n##u32, uint32_t, 4, uint32_t, expr) OP2(n##u64, uint64_t, 8, uint64_t, expr) \
    OP2(n##s16, int16_t, 2, int16_t, expr) OP2(n##s32, int32_t, 4, int32_t, expr) OP2(n##s64, int64_t, 8, int64_t, expr)
ALL_SU(min, a < b ? a : b)
ALL_SU(max, a > b ? a : b)
OP2(mulhiu16, uint16_t, 2, uint16_t, (uint32_t)a * b >> 16)
OP2(mulhiu32, uint32_t, 4, uint32_t, (uint64_t)a * b >> 32)
OP2(mulhiu64, uint64_t, 8, uint64_t, (wide_u)a * b >> 64)
OP2(mulhis16, int16_t, 2, int16_t, (int32_t)a * b >> 16)
OP2(mulhis32, int32_t, 4, int32_t, (int64_t)a * b >> 32)
OP2(mulhis64, int64_t, 8, int64_t, (wide_s)a * b >> 64)
OP2(mulw_u16, uint32_t, 4, uint16_t, (uint32_t)a * b)
OP2(mulw_u32, uint64_t, 8, uint32_t, (uint64_t)a * b)
OP2(mulw_s16, int32_t, 4, int16_t, (int32_t)a * b)
OP2(mulw_s32, int64_t, 8, int32_t, (int64_t)a * b)
OP3(madw_u16, uint32_t, 4, uint16_t, uint32_t, (uint32_t)a * b + c)
OP3(madw_u32, uint64_t, 8, uint32_t, uint64_t, (uint64_t)a * b + c)
OP3(madw_s16, uint32_t, 4, int16_t, uint32_t, (uint32_t)((int32_t)a * b) + c)
OP3(madw_s32, uint64_t, 8, int32_t, uint64_t, (uint64_t)((int64_t)a * b) + c)

OP1(ext_u16_32, uint32_t, 4, uint16_t, a)
OP1(ext_u16_64, uint64_t, 8, uint16_t, a)
OP1(ext_u32_64, uint64_t, 8, uint32_t, a)
OP1(ext_s16_32, int32_t, 4, int16_t, a)
OP1(ext_s16_64, int64_t, 8, int16_t, a)
OP1(ext_s32_64, int64_t, 8, int32_t, a)
OP1(ext_s8_16, int16_t, 2, int16_t, (int8_t)a)
OP1(ext_s8_32, int32_t, 4, int16_t, (int8_t)a)
OP1(ext_s8_64, int64_t, 8, int16_t, (int8_t)a)
OP1(ext_u8_16, uint16_t, 2, uint16_t, a & 0xff)
OP1(ext_u8_32, uint32_t, 4, uint16_t, a & 0xff)
OP1(ext_u8_64, uint64_t, 8, uint16_t, a & 0xff)
OP1(trunc_32_16, uint16_t, 2, uint32_t, a)
OP1(trunc_64_16, uint16_t, 2, uint64_t, a)
OP1(trunc_64_32, uint32_t, 4, uint64_t, a)
OP2(pack2_16, uint32_t, 4, uint16_t, a | (uint32_t)b << 16)
OP2(pack2_32, uint64_t, 8, uint32_t, a | (uint64_t)b << 32)
HANDLER(unpack2_16)
{
    ARG(uint32_t, pa, 2);
    uint32_t s[LANES];
    memcpy(s, pa, sizeof s);
    WRITE(uint16_t, 2, 0, EACH out[l] = (uint16_t)s[l]);
    WRITE(uint16_t, 2, 1, EACH out[l] = (uint16_t)(s[l] >> 16));
    return i + 1;
}
HANDLER(unpack2_32)
{
    ARG(uint64_t, pa, 2);
    uint64_t s[LANES];
    memcpy(s, pa, sizeof s);
    WRITE(uint32_t, 4, 0, EACH out[l] = (uint32_t)s[l]);
    WRITE(uint32_t, 4, 1, EACH out[l] = (uint32_t)(s[l] >> 32));
    return i + 1;
}

/* --- selection and comparison --- */
#define SELECT(n, T, bits, W) HANDLER(n) { ARG(T, pa, 1); ARG(T, pb, 2); W p = *IQ_PTX_REG(const uint32_t, w, i->o[3]); \
    WRITE(T, bits, 0, EACH out[l] = p & lane_bit[l] ? pa[l] : pb[l]); return i + 1; }
SELECT(sel16, uint16_t, 2, uint32_t)
SELECT(sel32, uint32_t, 4, uint32_t)
SELECT(sel64, uint64_t, 8, uint64_t)

/* Predicates are bit sets; a comparison gathers one bit per lane. */
#define COMPARE(n, T, W, prepare, expr) HANDLER(setp_##n) { ARG(T, pa, 1); ARG(T, pb, 2); W bits = 0; \
    EACH { T a = prepare(pa[l]); T b = prepare(pb[l]); bits |= (expr) ? (W)lane_bit[l] : 0; } \
    uint32_t *d = IQ_PTX_REG(uint32_t, w, i->o[0]); *d = (*d & ~w->mask) | ((uint32_t)bits & w->mask); return i + 1; }
#define PLAIN(x) (x)
#define COMPARE_SIX(t, T, W, prepare) COMPARE(eq_##t, T, W, prepare, a == b) COMPARE(lt_##t, T, W, prepare, a < b) \
    COMPARE(le_##t, T, W, prepare, a <= b) COMPARE(gt_##t, T, W, prepare, a > b) COMPARE(ge_##t, T, W, prepare, a >= b)
#define COMPARE_INT(t, T, W) COMPARE_SIX(t, T, W, PLAIN) COMPARE(ne_##t, T, W, PLAIN, a != b)
COMPARE_INT(u16, uint16_t, uint32_t) COMPARE_INT(s16, int16_t, uint32_t) COMPARE_INT(u32, uint32_t, uint32_t)
COMPARE_INT(s32, int32_t, uint32_t) COMPARE_INT(u64, uint64_t, uint64_t) COMPARE_INT(s64, int64_t, uint64_t)

static inline float flush(float x)
{
    uint32_t u;
    memcpy(&u, &x, 4);
    u = u & 0x7f800000 ? u : u & 0x80000000;
    memcpy(&x, &u, 4);
    return x;
}
/* Ordered ne is false for a NaN; the unordered twins are true. */
#define COMPARE_FLOAT(t, T, W, prepare) COMPARE_SIX(t, T, W, prepare) COMPARE(ne_##t, T, W, prepare, (a < b) | (a > b)) \
    COMPARE(equ_##t, T, W, prepare, !((a < b) | (a > b))) COMPARE(neu_##t, T, W, prepare, !(a == b)) \
    COMPARE(ltu_##t, T, W, prepare, !(a >= b)) COMPARE(leu_##t, T, W, prepare, !(a > b)) \
    COMPARE(gtu_##t, T, W, prepare, !(a <= b)) COMPARE(geu_##t, T, W, prepare, !(a < b)) \
    COMPARE(num_##t, T, W, prepare, (a == a) & (b == b)) COMPARE(nan_##t, T, W, prepare, (a != a) | (b != b))
COMPARE_FLOAT(f32, float, uint32_t, PLAIN)
COMPARE_FLOAT(f64, double, uint64_t, PLAIN)
COMPARE_FLOAT(ftz, float, uint32_t, flush)

/* --- floating point --- */
static inline float nan32(float x)
{
    /* Arithmetic results that are NaN have this one pattern on the device. */
    uint32_t u, n = 0x7fffffff;
    memcpy(&u, &x, 4);
    u = x != x ? n : u;
    memcpy(&x, &u, 4);
    return x;
}
/* f64 keeps the pattern of a NaN operand, as the host does. */
#define nan64(x) (x)
static inline uint32_t bits_of(float x) { uint32_t u; memcpy(&u, &x, 4); return u; }
static inline float float_of(uint32_t u) { float x; memcpy(&x, &u, 4); return x; }
static inline uint64_t bits_of64(double x) { uint64_t u; memcpy(&u, &x, 8); return u; }
static inline double float_of64(uint64_t u) { double x; memcpy(&x, &u, 8); return x; }
/* -0 is less than +0; a number wins against a NaN. */
static inline float min32(float a, float b)
{
    float r = a < b ? a : b;
    r = a == b ? float_of(bits_of(a) | bits_of(b)) : r;
    r = b != b ? a : r;
    return nan32(r);
}
static inline float max32(float a, float b)
{
    float r = a > b ? a : b;
    r = a == b ? float_of(bits_of(a) & bits_of(b)) : r;
    r = b != b ? a : r;
    return nan32(r);
}
static inline double min64(double a, double b)
{
    double r = a < b ? a : b;
    r = a == b ? float_of64(bits_of64(a) | bits_of64(b)) : r;
    r = b != b ? a : r;
    return nan64(r);
}
static inline double max64(double a, double b)
{
    double r = a > b ? a : b;
    r = a == b ? float_of64(bits_of64(a) & bits_of64(b)) : r;
    r = b != b ? a : r;
    return nan64(r);
}
static inline float abs32(float a) { return float_of(bits_of(a) & 0x7fffffff); }
static inline float neg32(float a) { return float_of(bits_of(a) ^ 0x80000000u); }
static inline double abs64(double a) { return float_of64(bits_of64(a) & ~(1ull << 63)); }
static inline double neg64(double a) { return float_of64(bits_of64(a) ^ 1ull << 63); }

OP2(add_f32, float, 4, float, nan32(a + b))
OP2(sub_f32, float, 4, float, nan32(a - b))
OP2(mul_f32, float, 4, float, nan32(a * b))
OP3(fma_f32, float, 4, float, float, nan32(__builtin_fmaf(a, b, c)))
OP2(div_f32, float, 4, float, nan32(a / b))
OP1(abs_f32, float, 4, float, abs32(a))
OP1(neg_f32, float, 4, float, neg32(a))
OP2(min_f32, float, 4, float, min32(a, b))
OP2(max_f32, float, 4, float, max32(a, b))
OP1(rcp_f32, float, 4, float, nan32(1.0f / a))
OP1(sqrt_f32, float, 4, float, nan32(__builtin_sqrtf(a)))
OP1(rsqrt_f32, float, 4, float, nan32(1.0f / __builtin_sqrtf(a)))
OP2(add_f64, double, 8, double, nan64(a + b))
OP2(sub_f64, double, 8, double, nan64(a - b))
OP2(mul_f64, double, 8, double, nan64(a * b))
OP3(fma_f64, double, 8, double, double, nan64(__builtin_fma(a, b, c)))
OP2(div_f64, double, 8, double, nan64(a / b))
OP1(abs_f64, double, 8, double, abs64(a))
OP1(neg_f64, double, 8, double, neg64(a))
OP2(min_f64, double, 8, double, min64(a, b))
OP2(max_f64, double, 8, double, max64(a, b))
OP1(rcp_f64, double, 8, double, nan64(1.0 / a))
OP1(sqrt_f64, double, 8, double, nan64(__builtin_sqrt(a)))
OP1(rsqrt_f64, double, 8, double, nan64(1.0 / __builtin_sqrt(a)))
#define FL(x) flush(x)
OP2(add_ftz, float, 4, float, flush(nan32(FL(a) + FL(b))))
OP2(sub_ftz, float, 4, float, flush(nan32(FL(a) - FL(b))))
OP2(mul_ftz, float, 4, float, flush(nan32(FL(a) * FL(b))))
OP3(fma_ftz, float, 4, float, float, flush(nan32(__builtin_fmaf(FL(a), FL(b), FL(c)))))
OP2(div_ftz, float, 4, float, flush(nan32(FL(a) / FL(b))))
OP1(abs_ftz, float, 4, float, flush(abs32(a)))
OP1(neg_ftz, float, 4, float, flush(neg32(a)))
OP2(min_ftz, float, 4, float, min32(FL(a), FL(b)))
OP2(max_ftz, float, 4, float, max32(FL(a), FL(b)))
OP1(rcp_ftz, float, 4, float, flush(nan32(1.0f / FL(a))))
OP1(sqrt_ftz, float, 4, float, nan32(__builtin_sqrtf(FL(a))))
OP1(rsqrt_ftz, float, 4, float, nan32(1.0f / __builtin_sqrtf(FL(a))))

OP1(cvt_f32_s32, float, 4, int32_t, (float)a)
OP1(cvt_f32_u32, float, 4, uint32_t, (float)a)
OP1(cvt_f64_s32, double, 8, int32_t, (double)a)
OP1(cvt_f64_f32, double, 8, float, nan64((double)a))
OP1(cvt_f32_f64, float, 4, double, (float)a)
/* Saturating, NaN gives 0: C leaves both undefined, so the value is clamped first. */
OP1(cvt_s32_f32, int32_t, 4, float, a >= 2147483648.0f ? 0x7fffffff : a < -2147483648.0f ? (int32_t)-0x7fffffff - 1 : a != a ? 0 : (int32_t)(a >= 2147483648.0f || a < -2147483648.0f || a != a ? 0.0f : a))
