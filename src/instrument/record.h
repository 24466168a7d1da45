/* What instrumented kernels note of an access that is wrong.
 * Owner: the caller has the memory.  Threads: any. */
#ifndef IQ_INSTRUMENT_RECORD_H
#define IQ_INSTRUMENT_RECORD_H

#include <stdbool.h>
#include <stdint.h>

/* What the first thread of a launch that goes wrong at a site leaves; .seal is written last. */
struct iq_instrument_record {
    uint64_t seal; /* IQ_INSTRUMENT_SEAL ^ address ^ launch ^ base; anything else: not (wholly)
                      written */
    uint64_t address, launch;
    /* First byte of the first root's memory; 0: there is no root.  IQ_CHECK_OBJECT: the index of
     * the texel, IQ_INSTRUMENT_NO_TEXEL: not known */
    uint64_t base;
    uint32_t thread[3], block[3];
    /* Of .is_sized: the bytes.  IQ_CHECK_OBJECT: the word of the object, which is .address.
     * IQ_CHECK_UNINITIALIZED: bit k: nothing has written byte k. IQ_CHECK_MASK: the mask, which is
     * without the lane.  IQ_CHECK_SHARED_RACE, IQ_CHECK_BARRIER: the record of the other access,
     * see iq_instrument_other_*; .address and .base (of the variable, UINT32_MAX: unknown) are of
     * shared memory then */
    uint64_t detail;
};
/* What is wrong with an object: it is gone itself, which follows; the memory of a texture was
 * freed, whose address follows; the texture ends in front of the texel.  With no flag its array is
 * gone.  */
#define IQ_INSTRUMENT_GONE (1ull << 63)
#define IQ_INSTRUMENT_FREED (1ull << 62)
#define IQ_INSTRUMENT_SHORT (1ull << 61)
#define IQ_INSTRUMENT_NO_TEXEL UINT32_MAX
#define IQ_INSTRUMENT_SEAL 0x1e57ed0ff5e7f00du

/* The other access of a race, in shared memory or ([global]) in global memory. */
static inline uint32_t iq_instrument_other_block(uint64_t detail)
{
    return (uint32_t)(detail >> 44);
}
static inline uint32_t iq_instrument_other_thread(uint64_t detail, bool global)
{
    return detail >> (global ? 22 : 30) & 1023;
}
static inline uint32_t iq_instrument_other_kind(uint64_t detail, bool global)
{
    return detail >> (global ? 20 : 28) & 3;
}
enum { IQ_INSTRUMENT_ATOMIC = 2, IQ_INSTRUMENT_BLOCK_ATOMIC = 3 /* in global memory */ };
static inline bool iq_instrument_other_is_write(uint64_t detail) { return detail & 1; }
/* From the kernel's first one on; UINT32_MAX: unknown. */
static inline uint32_t iq_instrument_other_site(uint64_t detail, bool global)
{
    uint32_t last = global ? 511 : 2047, site = detail >> (global ? 10 : 16) & last;
    return site == last ? UINT32_MAX : site;
}

#endif
