/* What calls mean for order: which operations they enqueue on which stream, what these touch, what they wait for, what the
 * host knows afterwards.  Finds conflicts and sends them to the rules as IQ_EVENT_CONFLICT.  docs/order.md says what each call guarantees.
 * Only outermost calls count: they carry all that a runtime's nested driver calls would say.
 * Owner: core.  Threads: any; a short lock, never while the driver runs.  Fork: the child starts with nothing in flight. */
#ifndef IQ_API_CUDA_FLOW_H
#define IQ_API_CUDA_FLOW_H

#include "order/clock.h"
#include "call/rule.h"

struct iq_thread;

enum iq_conflict_kind { IQ_CONFLICT_RACE, IQ_CONFLICT_FREE, IQ_CONFLICT_HOST };

/* The stream of an access; zeroed: none, it was the host's. */
struct iq_conflict_stream { uint64_t stream; uint32_t serial; bool legacy, blocking; };

static inline struct iq_conflict_stream iq_conflict_stream_of(const struct iq_timeline *timeline)
{
    return timeline ? (struct iq_conflict_stream){ timeline->stream, timeline->serial, timeline->legacy, timeline->blocking } : (struct iq_conflict_stream){ 0 };
}

/* Two accesses without an order between them. */
struct iq_conflict {
    enum iq_conflict_kind kind;
    struct iq_touch earlier, later;
    uint64_t lo, hi;                            /* bytes that both touch */
    struct iq_conflict_stream from, to;
    bool freed_async;                           /* FREE: by a stream-ordered free */
    bool driver_waits;                          /* FREE: though nobody promises it */
    bool nodes;                                 /* both are nodes of one graph that was made by hand */
    bool captured;                              /* both are parts of one capture: nothing may be waited for */
    const char *kernel[2], *line[2];            /* the software device saw these kernels use the bytes, there: of the earlier one, the later one */
};

/* The sentences about a race; .later.mark is that of the call. */
void iq_race_words(const struct iq_conflict *conflict, struct iq_words *words);      /* src/rules/common/race.c */

enum iq_flow iq_flow_of(const struct iq_entry *entry);

/* An outermost call is about to be forwarded; it succeeded.  Only if the plan's flow is not NONE. */
void iq_flow_before(struct iq_thread *thread, struct iq_call *call, enum iq_flow flow);
void iq_flow_done(struct iq_thread *thread, struct iq_call *call, enum iq_flow flow);

/* The same as the second, before the call is forwarded: it only enqueues work, or asks for its state.  False: it has to wait, nothing was done.  When the call is back, one of the
 * other two: it succeeded, and its conflict is sent if it has one; it failed, and has enqueued nothing. */
bool iq_flow_ahead(struct iq_thread *thread, struct iq_call *call, enum iq_flow flow);
void iq_flow_tell(struct iq_call *call);
void iq_flow_take_back(const struct iq_call *call);

/* [call] is made again, see repeat.h: was that all there is to it?  False: nothing was done, the second and third are to look at it. */
bool iq_flow_again(struct iq_thread *thread, struct iq_call *call);

/* Does [stream] take part in a capture, as far as is known?  Any thread, no lock. */
bool iq_flow_is_capturing(const struct iq_handle *stream);

/* Is a device access to [lo, hi) pending as far as the host knows?  [write]: only device writes count.
 * Copies the newest one and its stream. */
bool iq_flow_pending(uint64_t lo, uint64_t hi, bool write, struct iq_conflict *conflict);

/* Does [call], which frees, wait for nothing?  Of nothing, or of memory of a pool, in no order. */
bool iq_flow_frees_at_once(const struct iq_thread *thread, const struct iq_call *call);

/* Were host functions enqueued that may still run?  Any thread, no lock. */
bool iq_flow_has_host_functions(void);

void iq_flow_after_fork(void);

#endif
