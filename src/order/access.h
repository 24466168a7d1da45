/* Bytes of memory that an operation uses.  Plain values; any thread. */
#ifndef IQ_ORDER_ACCESS_H
#define IQ_ORDER_ACCESS_H

#include <stdbool.h>
#include <stdint.h>

#include "model/call_ref.h"

struct iq_access {
    uint64_t lo, hi; /* first byte, byte after the last */
    /* rows of [width] bytes every [pitch] bytes; pitch 0: every byte between */
    uint64_t pitch, width;
    struct iq_call_ref ref; /* of the call */
    int8_t arg;             /* argument of the call, -1: none */
    bool write;
    bool host; /* host memory that the device accesses directly */
    /* the memory begins to exist here; of a free: that beginning may be pending */
    bool allocation;
    /* documentation allows this to be pending; current drivers may do better.  Or a kernel: a
     * condition may keep it from it */
    bool likely;
    bool somewhere; /* it uses some of these bytes, it is not known which */
    bool ordered;   /* by atomic operations, which may meet each other */
    /* somewhere in the memory that holds these bytes: only its allocation and its end conflict, and
     * whoever gets it next from a pool */
    bool reach;
    /* of a kernel: where these bytes are depends on several arguments */
    bool offset;
    bool guess;        /* a kernel gets the address, what it does with it is not known */
    int16_t parameter; /* index of the kernel's parameter; kernels only */
    uint64_t function; /* the kernel, 0: none */
};

/* Two accesses of common bytes without an order: is that wrong?  [whole]: the memory goes away. */
bool iq_access_conflicts(const struct iq_access *earlier, const struct iq_access *access,
                         bool whole);

/* Two accesses of common bytes: is it certain that they use the same ones, though one of them is
 * only somewhere there? */
bool iq_access_certainly_conflicts(const struct iq_access *a, const struct iq_access *b);

/* Do the bytes of two accesses overlap?  Doubt counts as no.  *lo and *hi get common bytes (of the
 * first common row). */
bool iq_access_overlap(const struct iq_access *a, const struct iq_access *b, uint64_t *lo,
                       uint64_t *hi);

#endif
