/* Half-precision values as bits, for arithmetic and atomics; single conversions.  Pure functions.
 */
#ifndef IQ_PTX_EXEC_HALF_H
#define IQ_PTX_EXEC_HALF_H

#include <stdbool.h>
#include <stdint.h>

double iq_ptx_half_value(uint32_t bits, bool bfloat);
/* rounding: RND_* of isa.h. */
uint32_t iq_ptx_half_bits(double value, bool bfloat, uint32_t rounding);
/* Eight bits: 5 of exponent and 2 of fraction, or 4 and 3 without infinity. */
double iq_ptx_quarter_value(uint32_t bits, bool e5m2);
/* Rounds an f32 to ten bits of fraction; mod: FLOAT_* of cold.h. */
uint32_t iq_ptx_tf32(uint32_t bits, uint32_t rounding, uint32_t mod);
/* The result of a `cvt` of one lane, by the instruction's mod; raw: what its register holds. */
uint64_t iq_ptx_converted(uint64_t raw, uint32_t mod);
/* A conversion of pairs of eight bits and fewer, lane by lane. */
struct iq_warp;
struct iq_ptx_insn;
void iq_ptx_small_lanes(struct iq_warp *w, const struct iq_ptx_insn *i);
/* FLOAT_ADD, FLOAT_MIN or FLOAT_MAX of two pairs. */
uint32_t iq_ptx_half_pair(uint32_t op, uint32_t a, uint32_t b, bool bfloat);

#endif
