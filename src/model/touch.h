/* Bytes of memory that an operation uses.  Plain values; any thread. */
#ifndef IQ_MODEL_TOUCH_H
#define IQ_MODEL_TOUCH_H

#include <stdbool.h>
#include <stdint.h>

#include "model/mark.h"

struct iq_touch {
    uint64_t lo, hi;            /* first byte, byte behind the last */
    uint64_t pitch, width;      /* rows of [width] bytes every [pitch] bytes; pitch 0: every byte between */
    struct iq_mark mark;        /* of the call */
    int8_t arg;                 /* argument of the call, -1: none */
    bool write;
    bool host;                  /* host memory that the device accesses directly */
    bool allocation;            /* the memory begins to exist here; of a free: that beginning may be pending */
    bool likely;                /* documentation allows this to be pending; current drivers may do better.  Or a kernel: a condition may keep it from it */
    bool ordered;               /* by atomic operations, which may meet each other */
    bool reach;                 /* somewhere in the memory that holds these bytes: only its allocation and its end conflict */
    bool offset;                /* of a kernel: where these bytes are depends on several arguments */
    bool guess;                 /* a kernel gets the address, what it does with it is not known */
    int16_t parameter;          /* index of the kernel's parameter; kernels only */
    uint64_t function;          /* the kernel, 0: none */
};

/* Two touches of common bytes without an order: is that wrong?  [whole]: the memory goes away. */
bool iq_touch_meet(const struct iq_touch *earlier, const struct iq_touch *touch, bool whole);

/* Do the bytes of two touches overlap?  Doubt counts as no.  *lo and *hi get common bytes (of the first common row). */
bool iq_touch_overlap(const struct iq_touch *a, const struct iq_touch *b, uint64_t *lo, uint64_t *hi);

#endif
