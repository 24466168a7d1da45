/* Reasons for which every intercepted call is looked at in full.  While there is none, calls of
 * which nothing can be learnt pass by themselves (call/query.h), and others are spared the
 * questions behind the reasons: all of them are one word, which a call asks once.
 * Threads: any.  Fork: survives. */
#ifndef IQ_BASE_ARMED_H
#define IQ_BASE_ARMED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hot.h"

enum iq_armed_reason {
    IQ_ARMED_START = 1,    /* the first GPU call of this process is still to come */
    IQ_ARMED_OPTION = 2,   /* calls are traced, or the program stops at a finding */
    IQ_ARMED_COMPILED = 4, /* a runtime is there whose stacks are looked up while no lock is held */
    IQ_ARMED_KEYS = 8,     /* pages have protection keys, which calls lift */
    IQ_ARMED_LEDGER = 16,  /* there is a failure that a success could excuse */
    IQ_ARMED_RECORDER = 32 /* calls are kept for a timeline */
};
extern uint32_t iq_armed IQ_HOT; /* atomic, enum iq_armed_reason; IQ_ARMED_START at first */

static inline void iq_arm(enum iq_armed_reason reason, bool holds)
{
    if (holds)
        __atomic_or_fetch(&iq_armed, (uint32_t)reason, __ATOMIC_RELEASE);
    else
        __atomic_and_fetch(&iq_armed, ~(uint32_t)reason, __ATOMIC_RELEASE);
}

static inline bool iq_is_armed(void)
{
    return __builtin_expect(__atomic_load_n(&iq_armed, __ATOMIC_ACQUIRE) != 0, 0);
}

#endif
