/* What calls mean for order: which operations they enqueue on which stream, what these touch, what
 * they wait for, what the host knows afterwards.  Finds conflicts and sends them to the rules as
 * IQ_VERB_RACE.  docs/order.md says what each call guarantees. Only outermost calls count:
 * they carry all that a runtime's nested driver calls would say.
 * Owner: core.  Threads: any; a short lock, never while the driver runs.  Fork: the child starts
 * with nothing in flight. */
#ifndef IQ_API_CUDA_FLOW_H
#define IQ_API_CUDA_FLOW_H

#include "call/api.h"
#include "call/core.h"
#include "call/rule.h"
#include "call/thread.h"
#include "order/clock.h"
#include "order/conflict.h"
#include "order/footprint.h"

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

/* [call] copies or fills: was it made before, with nothing changed since, and is nothing under way
 * that wants to know more of it than its time?  Then it is put in order: SETTLED. */
enum iq_cached iq_flow_copy_again(struct iq_thread *thread, struct iq_call *call);

/* The same of a record or a wait, of a query, by handles that are known. */
enum iq_cached iq_flow_event_again(struct iq_thread *thread, struct iq_call *call);
enum iq_cached iq_flow_known(struct iq_thread *thread, struct iq_call *call);

/* The stream [stream] that [call] works on; NULL: not known, or not a stream. */
struct iq_handle *iq_flow_stream(const struct iq_call *call, uint64_t stream);

/* The timeline that [call] works on; NULL: unknown.  IQ_LOCK_ORDER held. */
struct iq_timeline *iq_flow_timeline(const struct iq_thread *thread, const struct iq_call *call);

/* Has nothing been enqueued that the legacy default stream of [call]'s device would wait for, and
 * does not? */
bool iq_flow_is_quiet(const struct iq_thread *thread, const struct iq_call *call);

/* The call of [thread] has been put in order ahead, on [timeline] after operation [before]: for who
 * takes it back.  IQ_LOCK_ORDER held. */
static inline void iq_flow_is_ordered(struct iq_thread *thread, struct iq_timeline *timeline,
                                      uint64_t before)
{
    thread->order.timeline = timeline;
    thread->order.before = before;
    thread->order.tick = timeline->tick;
}

/* Is something under way that wants to know more of a call than that it was made again?  Of the
 * calling thread's own frames, too. */
static inline bool iq_flow_is_watched(const struct iq_thread *thread)
{
    return thread->frames_in_flight || iq_core.captures || iq_core.config.traced_only ||
           iq_footprint_is_on();
}

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
