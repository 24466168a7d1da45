/* What calls mean for order: which operations they enqueue on which stream, what these touch, what
 * they wait for, what the host knows afterwards.  Finds conflicts and sends them to the rules as
 * IQ_VERB_RACE.  docs/order.md says what each call guarantees. Only outermost calls count:
 * they carry all that a runtime's nested driver calls would say.
 * Owner: core.  Threads: any; a short lock, never while the driver runs.  Fork: the child starts
 * with nothing in flight. */
#ifndef IQ_API_CUDA_FLOW_H
#define IQ_API_CUDA_FLOW_H

#include "call/rule.h"
#include "order/conflict.h"

struct iq_thread;

enum iq_flow iq_flow_of(const struct iq_entry *entry);

/* An outermost call is about to be forwarded; it succeeded.  Only if the plan's flow is not
 * NONE. */
void iq_flow_before(struct iq_thread *thread, struct iq_call *call);
void iq_flow_done(struct iq_thread *thread, struct iq_call *call);

/* [call], which only enqueues work or asks for its state, is about to be forwarded: does what
 * iq_flow_done would.  False: that has to wait until the call is back, nothing was done.  True:
 * once it is back, iq_flow_tell sends its conflict, if it has one and has succeeded;
 * iq_flow_take_back undoes what a failed call has not enqueued. */
bool iq_flow_ahead(struct iq_thread *thread, struct iq_call *call);
void iq_flow_tell(struct iq_call *call);
void iq_flow_take_back(const struct iq_call *call);

/* [call] has an entry in a call cache (call/copy_cache.h, launch_cache.h): puts it in order by that
 * alone. False: nothing was done, iq_flow_before and iq_flow_done are to look at it. */
bool iq_flow_cached(struct iq_thread *thread, struct iq_call *call);
bool iq_flow_launch_cached(struct iq_thread *thread, struct iq_call *call);

/* The same of a record or a query whose handles are known to be good. */
bool iq_flow_known(struct iq_thread *thread, struct iq_call *call);

/* Is [stream], as [call] passes it, the legacy default stream? */
static inline bool iq_flow_is_legacy(const struct iq_call *call, uint64_t stream)
{
    return stream == 1 || (!stream && !(call->entry->flags & IQ_ENTRY_PTSZ));
}

/* Does [stream] take part in a capture, as far as is known?  Any thread, no lock. */
bool iq_flow_is_capturing(const struct iq_handle *stream);

/* Does [call], which frees, wait for nothing?  Of nothing, or of memory of a pool, in no order. */
bool iq_flow_frees_at_once(const struct iq_thread *thread, const struct iq_call *call);

void iq_flow_after_fork(void);

#endif
