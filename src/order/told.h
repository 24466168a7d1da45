/* Work after which a stream stands still until the host or somebody else acts: waits for a value in memory, host functions.  For telling
 * why a wait does not end.
 * Owner: core; one per timeline, the first since it was last waited for.  Threads: the caller holds IQ_LOCK_ORDER, except for iq_told_find. */
#ifndef IQ_ORDER_TOLD_H
#define IQ_ORDER_TOLD_H

#include <stdbool.h>

#include "order/clock.h"

struct iq_told { struct iq_mark mark; uint64_t address; /* it waits for a value there, 0: a host function or the like */ };

/* Is nothing noted of [timeline] yet?  Then the call of [mark], which waits for a value at [address] (0: it is a host function or the like), is. */
bool iq_told_is_wanted(const struct iq_timeline *timeline);
void iq_told_note(struct iq_timeline *timeline, struct iq_mark mark, uint64_t address);

/* Somebody writes a value at [address]: nobody waits for that any more. */
void iq_told_written(uint64_t address);

/* The host knows [timeline] (NULL: everything) to be complete. */
void iq_told_forget(struct iq_timeline *timeline);

/* Such work on [stream], else on another one.  False: none. */
bool iq_told_find(uint64_t stream, struct iq_told *told);

#endif
