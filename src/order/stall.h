/* Work after which a stream stands still until the host or somebody else acts: waits for a value in
 * memory, host functions.  For telling why a wait does not end.
 * Owner: core; one per timeline, the first since it was last waited for.  Threads: the caller holds
 * IQ_LOCK_ORDER, except for iq_stall_find. */
#ifndef IQ_ORDER_STALL_H
#define IQ_ORDER_STALL_H

#include <stdbool.h>

#include "order/clock.h"

struct iq_stall {
    struct iq_call_ref ref;
    uint64_t address; /* it waits for a value there, 0: a host function or the like */
};

/* Is nothing noted of [timeline] yet?  Then the call of [ref], which waits for a value at
 * [address] (0: it is a host function or the like), is. */
bool iq_stall_is_wanted(const struct iq_timeline *timeline);
void iq_stall_note(struct iq_timeline *timeline, struct iq_call_ref ref, uint64_t address);

/* Somebody writes a value at [address]: nobody waits for that any more. */
void iq_stall_written(uint64_t address);

/* The host knows [timeline] (NULL: everything) to be complete. */
void iq_stall_forget(struct iq_timeline *timeline);

/* Work after which [stream] stands still, else another one.  False: there is none. */
bool iq_stall_find(uint64_t stream, struct iq_stall *stall);

#endif
