/* The time since some moment in the past, in nanoseconds; it never goes back.  Any thread; also in
 * handlers of signals. */
#ifndef IQ_BASE_NOW_H
#define IQ_BASE_NOW_H

#include <stdint.h>
#include <time.h>

static inline uint64_t iq_now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

#endif
