/* See arch/lanes.h.  Registers of a warp are read in vectors no wider than those that they were
 * written in: a load of two stores has to wait for both. */
#ifndef IQ_ARCH_X86_64_LANES_H
#define IQ_ARCH_X86_64_LANES_H

#if defined __AVX2__
#include <immintrin.h>
#define IQ_LANES_BYTES 32
#endif

#if defined __FMA__
#define IQ_LANES_FMA
#endif

#if defined __AVX512VL__
#define IQ_LANES_COMPARE(type, a, b, predicate) IQ_LANES_MASK_##type(a, b, predicate)
#define IQ_LANES_VECTOR(a) _mm256_loadu_si256((const void *)(a))
#define IQ_LANES_MASK_u16(a, b, p) _mm256_cmp_epu16_mask(IQ_LANES_VECTOR(a), IQ_LANES_VECTOR(b), p)
#define IQ_LANES_MASK_s16(a, b, p) _mm256_cmp_epi16_mask(IQ_LANES_VECTOR(a), IQ_LANES_VECTOR(b), p)
#define IQ_LANES_MASK_u32(a, b, p) _mm256_cmp_epu32_mask(IQ_LANES_VECTOR(a), IQ_LANES_VECTOR(b), p)
#define IQ_LANES_MASK_s32(a, b, p) _mm256_cmp_epi32_mask(IQ_LANES_VECTOR(a), IQ_LANES_VECTOR(b), p)
#define IQ_LANES_MASK_u64(a, b, p) _mm256_cmp_epu64_mask(IQ_LANES_VECTOR(a), IQ_LANES_VECTOR(b), p)
#define IQ_LANES_MASK_s64(a, b, p) _mm256_cmp_epi64_mask(IQ_LANES_VECTOR(a), IQ_LANES_VECTOR(b), p)
#define IQ_LANES_MASK_f32(a, b, p) _mm256_cmp_ps_mask(_mm256_loadu_ps(a), _mm256_loadu_ps(b), p)
#define IQ_LANES_MASK_f64(a, b, p) _mm256_cmp_pd_mask(_mm256_loadu_pd(a), _mm256_loadu_pd(b), p)
#endif

#if defined __AVX2__
#define IQ_LANES_SPAN
#endif
#if defined(__AVX512VL__)
static inline struct iq_lanes_span iq_lanes_span_of(const uint64_t *addr, uint32_t mask,
                                                    uint64_t offset)
{
    __m256i low = _mm256_set1_epi64x(INT64_MAX), high = _mm256_setzero_si256(), bits = high,
            more = _mm256_set1_epi64x((int64_t)offset);
    for (uint32_t at = 0; at < IQ_LANES; at += 4) {
        __m256i a = _mm256_add_epi64(_mm256_loadu_si256((const void *)(addr + at)), more);
        __mmask8 on = (__mmask8)(mask >> at & 15);
        low = _mm256_mask_min_epi64(low, on, low, a);
        high = _mm256_mask_max_epi64(high, on, high, a);
        bits = _mm256_mask_or_epi64(bits, on, bits, a);
    }
    low = _mm256_min_epi64(low, _mm256_permute4x64_epi64(low, 0x4e));
    high = _mm256_max_epi64(high, _mm256_permute4x64_epi64(high, 0x4e));
    bits = _mm256_or_si256(bits, _mm256_permute4x64_epi64(bits, 0x4e));
    low = _mm256_min_epi64(low, _mm256_permute4x64_epi64(low, 0xb1));
    high = _mm256_max_epi64(high, _mm256_permute4x64_epi64(high, 0xb1));
    bits = _mm256_or_si256(bits, _mm256_permute4x64_epi64(bits, 0xb1));
    return (struct iq_lanes_span){ (uint64_t)_mm256_extract_epi64(low, 0),
                                   (uint64_t)_mm256_extract_epi64(high, 0),
                                   (uint64_t)_mm256_extract_epi64(bits, 0) };
}
#elif defined(__AVX2__)
static inline struct iq_lanes_span iq_lanes_span_of(const uint64_t *addr, uint32_t mask,
                                                    uint64_t offset)
{
    const __m256i none = _mm256_set1_epi64x(INT64_MAX), more = _mm256_set1_epi64x((int64_t)offset),
                  lanes = _mm256_set1_epi64x(mask), first = _mm256_setr_epi64x(1, 2, 4, 8);
    __m256i low = none, high = _mm256_setzero_si256(), bits = high;
    int64_t all[3][4];
    for (uint32_t at = 0; at < IQ_LANES; at += 4) {
        __m256i bit = _mm256_slli_epi64(first, (int)at),
                on = _mm256_cmpeq_epi64(_mm256_and_si256(lanes, bit), bit);
        __m256i a = _mm256_and_si256(
                    _mm256_add_epi64(_mm256_loadu_si256((const void *)(addr + at)), more), on),
                for_low = _mm256_blendv_epi8(none, a, on);
        low = _mm256_blendv_epi8(low, for_low, _mm256_cmpgt_epi64(low, for_low));
        high = _mm256_blendv_epi8(high, a, _mm256_cmpgt_epi64(a, high));
        bits = _mm256_or_si256(bits, a);
    }
    _mm256_storeu_si256((void *)all[0], low);
    _mm256_storeu_si256((void *)all[1], high);
    _mm256_storeu_si256((void *)all[2], bits);
    for (uint32_t k = 1; k < 4; k++) {
        all[0][0] = all[0][0] < all[0][k] ? all[0][0] : all[0][k];
        all[1][0] = all[1][0] > all[1][k] ? all[1][0] : all[1][k];
        all[2][0] |= all[2][k];
    }
    return (struct iq_lanes_span){ (uint64_t)all[0][0], (uint64_t)all[1][0], (uint64_t)all[2][0] };
}
#endif

#if defined __AVX2__
#define IQ_LANES_PERMUTE
#endif
#if defined(__AVX512F__)
static inline __m512i sixteen(
    const uint32_t *words) /* registers are written in halves of this, and read so: whoever loads
                              two stores at once waits */
{
    return _mm512_inserti64x4(_mm512_castsi256_si512(_mm256_loadu_si256((const void *)words)),
                              _mm256_loadu_si256((const void *)(words + 8)), 1);
}

static inline void iq_lanes_permute(const uint32_t *value, const uint32_t *from, uint32_t *out)
{
    __m512i low = sixteen(value), high = sixteen(value + 16);
    __m512i a = _mm512_permutex2var_epi32(low, sixteen(from), high),
            b = _mm512_permutex2var_epi32(low, sixteen(from + 16), high);
    _mm512_storeu_si512(out, a);
    _mm512_storeu_si512(out + 16, b);
}
#elif defined(__AVX2__)
static inline void iq_lanes_permute(const uint32_t *value, const uint32_t *from, uint32_t *out)
{
    __m256i v[4], r[4];
    for (uint32_t k = 0; k < 4; k++)
        v[k] = _mm256_loadu_si256((const void *)(value + 8 * k));
    for (uint32_t k = 0; k < 4; k++) {
        __m256i at = _mm256_loadu_si256((const void *)(from + 8 * k)),
                third = _mm256_slli_epi32(at, 27), second = _mm256_slli_epi32(at, 28);
        __m256 low = _mm256_blendv_ps(_mm256_castsi256_ps(_mm256_permutevar8x32_epi32(v[0], at)),
                                      _mm256_castsi256_ps(_mm256_permutevar8x32_epi32(v[1], at)),
                                      _mm256_castsi256_ps(second));
        __m256 high = _mm256_blendv_ps(_mm256_castsi256_ps(_mm256_permutevar8x32_epi32(v[2], at)),
                                       _mm256_castsi256_ps(_mm256_permutevar8x32_epi32(v[3], at)),
                                       _mm256_castsi256_ps(second));
        r[k] = _mm256_castps_si256(_mm256_blendv_ps(low, high, _mm256_castsi256_ps(third)));
    }
    for (uint32_t k = 0; k < 4; k++)
        _mm256_storeu_si256((void *)(out + 8 * k), r[k]);
}
#endif

#if defined __F16C__
#define IQ_LANES_HALVES
static inline void iq_lanes_widen(const uint16_t *halves, float *to)
{
    for (uint32_t at = 0; at < IQ_LANES; at += 8)
        _mm256_storeu_ps(to + at, _mm256_cvtph_ps(_mm_loadu_si128((const void *)(halves + at))));
}

static inline void iq_lanes_narrow(const float *from, uint16_t *halves)
{
    enum { MODE = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC };
    for (uint32_t at = 0; at < IQ_LANES; at += 8)
        _mm_storeu_si128((void *)(halves + at), _mm256_cvtps_ph(_mm256_loadu_ps(from + at), MODE));
}
#endif

#endif
