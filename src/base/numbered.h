/* A record that its owner fills again and again while others may read it: its number, which is
 * different each time, says what it is about, 0 that it is being filled.
 * A reader takes the number, copies the record and asks whether it still has that number.
 * Owner: whoever declares the record.  Threads: one fills it at a time, any read it.  Works in
 * signal handlers.  Fork: survives. */
#ifndef IQ_BASE_NUMBERED_H
#define IQ_BASE_NUMBERED_H

#include <stdbool.h>
#include <stdint.h>

/* Before the record is filled: nobody finds what is written next under the old number. */
static inline void iq_numbered_open(uint64_t *number)
{
    __atomic_store_n(number, 0, __ATOMIC_RELAXED);
    __atomic_thread_fence(__ATOMIC_RELEASE);
}

/* It is filled, and may be read. */
static inline void iq_numbered_close(uint64_t *number, uint64_t value)
{
    __atomic_store_n(number, value, __ATOMIC_RELEASE);
}

/* What is read behind this is at least as new as the number. */
static inline uint64_t iq_numbered_now(const uint64_t *number)
{
    return __atomic_load_n(number, __ATOMIC_ACQUIRE);
}

/* Was all that has been read of the record since then written under [value]? */
static inline bool iq_numbered_is_still(const uint64_t *number, uint64_t value)
{
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    return __atomic_load_n(number, __ATOMIC_RELAXED) == value;
}

#endif
