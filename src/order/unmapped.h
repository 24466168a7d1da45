/* What was mapped of objects that have ended, the last ones.  The driver has the memory back, so
 * that it cannot be guarded (order/guard.h): only a crash tells that somebody still uses the
 * address.
 * Owner: core; bounded.  Threads: any; IQ_LOCK_ORDER.  Signals: iq_unmapped_crashed runs in the
 * handler. */
#ifndef IQ_ORDER_UNMAPPED_H
#define IQ_ORDER_UNMAPPED_H

#include <stdbool.h>
#include <stdint.h>

#include "model/handle.h"

/* [lo, hi) was mapped of [handle], which had [size] bytes, until [unmapped] (.number 0: until it
 * ended). */
struct iq_unmapped {
    const struct iq_handle *handle;
    uint32_t generation;
    uint64_t size, lo, hi;
    struct iq_call_ref unmapped;
};

/* [bytes] at [address] were mapped of [handle], which has [size] bytes, until [unmapped] (.number
 * 0: until it ended); 0: none were.  Counts once it has ended. */
void iq_unmapped_add(const struct iq_handle *handle, uint64_t size, uint64_t address,
                     uint64_t bytes, struct iq_call_ref unmapped);

/* The program has crashed at [address]: true if one of them was there, and is reported. */
bool iq_unmapped_crashed(uint64_t address, uintptr_t pc, bool write);

#endif
