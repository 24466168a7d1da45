/* The processors that this process may run on: `taskset` and containers leave it fewer than the
 * machine has.  Any thread. */
#ifndef IQ_BASE_PROCESSORS_H
#define IQ_BASE_PROCESSORS_H

#include <sched.h>
#include <unistd.h>

/* How many there are, at least 1.  Needs _GNU_SOURCE. */
static inline int iq_processor_count(void)
{
    cpu_set_t set;
    if (!sched_getaffinity(0, sizeof set, &set))
        return CPU_COUNT(&set);
    long all = sysconf(_SC_NPROCESSORS_ONLN); /* more than a cpu_set_t has room for */
    return all < 1 ? 1 : (int)all;
}

#endif
