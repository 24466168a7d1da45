/* See arch/lanes.h. */
#ifndef IQ_ARCH_AARCH64_LANES_H
#define IQ_ARCH_AARCH64_LANES_H

#include <arm_neon.h>

#define IQ_LANES_FMA

#define IQ_LANES_HALVES
static inline void iq_lanes_widen(const uint16_t *halves, float *to)
{
    for (uint32_t at = 0; at < IQ_LANES; at += 4)
        vst1q_f32(to + at, vcvt_f32_f16(vreinterpret_f16_u16(vld1_u16(halves + at))));
}

static inline void iq_lanes_narrow(const float *from, uint16_t *halves)
{
    for (uint32_t at = 0; at < IQ_LANES; at += 4)
        vst1_u16(halves + at, vreinterpret_u16_f16(vcvt_f16_f32(vld1q_f32(from + at))));
}

#endif
