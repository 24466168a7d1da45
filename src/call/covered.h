/* A runtime's call of the driver: nested in a call that says all that matters, in most cases a
 * plain one.  Threads: any. */
#ifndef IQ_CALL_COVERED_H
#define IQ_CALL_COVERED_H

#include "call/call.h"
#include "call/plan.h"
#include "call/query.h"

/* The first nested call stands for the entry point, unless a launch or a failure does so better. */
static inline void iq_call_meets(struct iq_call *outermost, const struct iq_entry *entry,
                                 bool launches)
{
    if (!outermost->inner || (launches && !outermost->inner_result))
        outermost->inner = entry;
}

/* As iq_call_is_covered in a query, or in a call that is not nested itself; false: it is to be
 * asked. The row of [entry], which [launches], is not read. */
__attribute__((always_inline)) static inline bool iq_call_is_plainly_covered(
    const struct iq_entry *entry, uintptr_t sp, bool launches)
{
    if (iq_query_is_around(sp))
        return true;
    struct iq_call *top = iq_call_here.top;
    if (!top || __builtin_expect((uintptr_t)top <= sp || top == iq_call_here.begun || top->outer ||
                                     top->seal != iq_call_seal(top) || top->plan->symbol >= 0,
                                 0))
        return false;
    iq_call_meets(top, entry, launches);
    return true;
}

#endif
