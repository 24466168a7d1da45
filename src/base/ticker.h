/* The time of iq_now_ns for those that ask at every call: for a millisecond after each look at the
 * clock it is told by the processor's counter, which costs a third.  All threads tell it from the
 * same look, and so agree to a tenth of a microsecond: of two calls of which one had to end before
 * the other began, that one has the earlier time, whatever their threads.
 * Owner: whoever declares it; a zeroed struct has not looked yet.  Threads: any, no lock; while one
 * looks, the others ask the clock.  Works in signal handlers.  Fork: zero it in the child. */
#ifndef IQ_BASE_TICKER_H
#define IQ_BASE_TICKER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/contract.h"

/* When the clock was looked at, and what a tick is. */
struct iq_look {
    uint64_t ticks, ns;
    uint64_t rate; /* nanoseconds in 2^32 ticks; 0: not known yet */
    uint64_t span; /* ticks after it that are told without another look */
};

struct iq_ticker {
    uint64_t number; /* of [last]; base/numbered.h */
    struct iq_look last;
    uint64_t count; /* of looks; of the thread that has set [busy], as all below */
    uint64_t least; /* ticks that the shortest look took */
    bool busy;      /* atomic */
};

/* Is the counter one that the kernel itself tells the time by, evenly and the same on all
 * processors?  Reads a file. */
bool iq_ticker_is_trusted(void);

/* Only where it is trusted. */
IQ_NONNULL uint64_t iq_ticker_now_ns(struct iq_ticker *ticker);

#endif
