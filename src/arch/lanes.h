/* What the interpreter's handlers do with all lanes of a warp at once and compilers make no good
 * vectors of.  For files that are compiled for one level (levels.h).  Stateless.
 *
 * lanes.h of an architecture may define each of these; where it does not, loops do the same.
 *   IQ_LANES_COMPARE(type, a, b, predicate)  the bits of the lanes for which the comparison of 32
 *                       bytes holds; [predicate] is that of x86's vectors
 *   IQ_LANES_SPAN       iq_lanes_span_of(addr, mask, offset): of the lanes in [mask]
 *   IQ_LANES_PERMUTE    iq_lanes_permute(value, from, out): out[l] = value[from[l]]
 *   IQ_LANES_HALVES     iq_lanes_widen, iq_lanes_narrow: half precision to single and back, to
 *                       nearest; a NaN keeps what fits of it
 *   IQ_LANES_FMA        a fused multiply-add is one instruction
 *   IQ_LANES_BYTES      of vectors that stay in one register, 16 where it is not defined */
#ifndef IQ_ARCH_LANES_H
#define IQ_ARCH_LANES_H

#include <stdint.h>

enum { IQ_LANES = 32 };

/* Lowest and highest address, and all bits that any of them has. */
struct iq_lanes_span {
    uint64_t low, high, mixed;
};

#if defined __x86_64__
#include "arch/x86_64/lanes.h"
#elif defined __aarch64__
#include "arch/aarch64/lanes.h"
#endif
#if !defined IQ_LANES_BYTES
#define IQ_LANES_BYTES 16
#endif

#endif
