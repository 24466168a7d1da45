/* A clock that steps forward when another thread launches than last and when a thread begins to
 * wait, so that launches of all threads can be put in order.
 * Owner: call.  Threads: any. */
#ifndef IQ_CALL_MOMENT_H
#define IQ_CALL_MOMENT_H

#include <stdint.h>

struct iq_thread;

/* Read by each launch before and after the real call, changed by few. */
struct iq_moment_clock {
    uint64_t now;
    const struct iq_thread *last;
    char rest[48];
};
extern struct iq_moment_clock iq_moment_clock __attribute__((visibility("hidden")));

/* Steps forward.  What had come back before has a time up to the one that is returned, what comes
 * back later a later one. */
static inline uint64_t iq_moment_step(void)
{
    return __atomic_fetch_add(&iq_moment_clock.now, 1, __ATOMIC_ACQ_REL);
}

/* What the record of a launch begins with. */
struct iq_launch_times {
    /* of its thread, 1.., 0: empty; of the software device: the number that it gave */
    uint64_t serial;
    uint64_t when; /* moment when the call had come back; 0: it has not */
};

static inline void iq_launch_is_back(struct iq_launch_times *launch)
{
    __atomic_store_n(&launch->when, __atomic_load_n(&iq_moment_clock.now, __ATOMIC_ACQUIRE),
                     __ATOMIC_RELEASE);
}
static inline void iq_launch_failed(struct iq_launch_times *launch)
{
    __atomic_store_n(&launch->serial, 0, __ATOMIC_RELAXED);
}

#endif
