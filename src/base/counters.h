/* Counters of what watching did beside the usual way of a call (counters.def), for --stats.  Each
 * thread adds to its own, by a plain addition; they are summed when somebody asks.
 * Owner: whoever gives a thread its counters (call/thread.c).  Threads: any; those that have none
 * share some.  Works in signal handlers, where an addition may be lost.  Fork: the owner clears
 * them in the child. */
#ifndef IQ_BASE_COUNTERS_H
#define IQ_BASE_COUNTERS_H

#include <stddef.h>
#include <stdint.h>

enum iq_counter {
#define COUNTER(id, unit, name, meaning) IQ_COUNTER_##id,
#include "base/counters.def"
    IQ_COUNTERS
};

struct iq_counters {
    uint64_t value[IQ_COUNTERS]; /* atomic */
};

/* The calling thread's; NULL: it has none. */
extern __thread struct iq_counters *iq_counters_own __attribute__((tls_model("initial-exec")));

extern struct iq_counters iq_counters_shared;

static inline void iq_count_by(enum iq_counter which, uint64_t many)
{
    struct iq_counters *own = iq_counters_own;
    uint64_t *value = own ? &own->value[which] : NULL;
    if (value)
        __atomic_store_n(value, __atomic_load_n(value, __ATOMIC_RELAXED) + many, __ATOMIC_RELAXED);
    else
        __atomic_fetch_add(&iq_counters_shared.value[which], many, __ATOMIC_RELAXED);
}

static inline void iq_count(enum iq_counter which) { iq_count_by(which, 1); }

/* Adds those of [counters], which another thread may be adding to, to *sum. */
static inline void iq_counters_add(struct iq_counters *sum, const struct iq_counters *counters)
{
    for (int i = 0; i < IQ_COUNTERS; i++)
        sum->value[i] += __atomic_load_n(&counters->value[i], __ATOMIC_RELAXED);
}

#endif
