/* What calls mean for order: which operations they enqueue on which stream, what these touch, what they wait for, what the
 * host knows afterwards.  Finds conflicts and sends them to the rules as IQ_EVENT_CONFLICT.  docs/order.md says what each call guarantees.
 * Only outermost calls count: they carry all that a runtime's nested driver calls would say.
 * Owner: core.  Threads: any; a short lock, never while the driver runs.  Fork: the child starts with nothing in flight. */
#ifndef IQ_API_CUDA_FLOW_H
#define IQ_API_CUDA_FLOW_H

#include "order/conflict.h"
#include "call/rule.h"

struct iq_thread;

enum iq_flow iq_flow_of(const struct iq_entry *entry);

/* An outermost call is about to be forwarded; it succeeded.  Only if the plan's flow is not NONE. */
void iq_flow_before(struct iq_thread *thread, struct iq_call *call);
void iq_flow_done(struct iq_thread *thread, struct iq_call *call);

/* The same as the second, before the call is forwarded: it only enqueues work, or asks for its state.  False: it has to wait, nothing was done.  When the call is back, one of the
 * other two: it succeeded, and its conflict is sent if it has one; it failed, and has enqueued nothing. */
bool iq_flow_ahead(struct iq_thread *thread, struct iq_call *call);
void iq_flow_tell(struct iq_call *call);
void iq_flow_take_back(const struct iq_call *call);

/* [call] is made again, see repeat.h: was that all there is to it?  False: nothing was done, the second and third are to look at it. */
bool iq_flow_again(struct iq_thread *thread, struct iq_call *call);

/* Does [stream] take part in a capture, as far as is known?  Any thread, no lock. */
bool iq_flow_is_capturing(const struct iq_handle *stream);

/* Does [call], which frees, wait for nothing?  Of nothing, or of memory of a pool, in no order. */
bool iq_flow_frees_at_once(const struct iq_thread *thread, const struct iq_call *call);

void iq_flow_after_fork(void);

#endif
