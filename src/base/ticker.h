/* The time of iq_now_ns for those that ask at every call: for a millisecond after each look at the
 * clock it is told by the processor's counter, which costs a third.  It differs from iq_now_ns by
 * some microseconds at most, and never goes back on one thread.
 * Owner: a thread; a zeroed struct has not looked yet.  Fork: survives.  Signals: not in
 * handlers. */
#ifndef IQ_BASE_TICKER_H
#define IQ_BASE_TICKER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/contract.h"

struct iq_ticker {
    uint64_t ticks, ns, took; /* at the last look that counts, which took so many ticks */
    uint64_t span;            /* ticks after it that are told without another; 0: none */
    uint64_t rate;            /* nanoseconds in 2^32 ticks */
    uint64_t least;           /* ticks that the shortest look took */
    uint64_t told;            /* the last time */
};

/* Is the counter one that the kernel itself tells the time by, evenly and the same on all
 * processors?  Reads a file. */
bool iq_ticker_is_trusted(void);

/* Only where it is trusted. */
IQ_NONNULL uint64_t iq_ticker_now_ns(struct iq_ticker *ticker);

#endif
