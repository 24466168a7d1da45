/* Vector clocks over streams: which operation is ordered before which, and which ones the host
 * knows to be complete. One timeline per stream.  Operations of a timeline are numbered by ticks; a
 * timeline knows, of every other one, up to which tick its own next operation comes later.
 * Whatever is unsure counts as ordered: a missing report is better than a wrong one.  So threads of
 * the host share one clock, since what they tell each other cannot be seen, and a timeline that is
 * used again for another stream stays ordered with what it was before.
 * Owner: core; at most IQ_TIMELINES (some of them for default streams), then streams share them.
 * Memory does not grow with the number of operations.
 * Threads: the caller holds IQ_LOCK_ORDER, except where said otherwise.  Fork: iq_clock_after_fork
 * in the child. */
#ifndef IQ_ORDER_CLOCK_H
#define IQ_ORDER_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/contract.h"
#include "base/hot.h"
#include "order/access.h"
#include "order/point.h"

enum {
    IQ_TIMELINES = 96,
    IQ_ACCESSES = 64,
    IQ_KERNEL_ACCESSES = 32,
    IQ_KERNEL_HINTS = 64,
    IQ_LATERS = 64,
    IQ_LATER_WORDS = 48,
    IQ_CLOCK_DEVICES = 16
};

/* An operation whose accesses are worked out only when another timeline asks. */
struct iq_later {
    /* returns how many */
    int (*expand)(const struct iq_later *later, struct iq_access accesses[2 * IQ_LATER_WORDS]);
    const void *what;
    uint64_t function;
    struct iq_call_ref ref;
    uint64_t words[IQ_LATER_WORDS];
    uint8_t memory[IQ_LATER_WORDS];
    int8_t arg;
};
/* Between which bytes an operation touches memory. */
struct iq_span {
    uint64_t lo, hi, tick;
};

struct iq_timeline {
    /* What every operation looks at. */
    uint32_t slot;
    int16_t device; /* domain of the default-stream rules */
    bool legacy, blocking, retired;
    /* the host knows all of it to be complete, and all that came before */
    bool over;
    uint64_t capture; /* not 0: operations go into this capture instead */
    uint64_t tick;    /* of the last operation that touched memory */
    uint64_t pulled;  /* version of the legacy stream that is known here */
    /* all touches that are not known to be complete lie between: of device memory, of the host's */
    uint64_t span_lo[2], span_hi[2];
    /* accesses ever made; the last IQ_ACCESSES are kept, oldest first overwritten */
    uint32_t count;
    /* different accesses by kernels; the last IQ_KERNEL_ACCESSES are kept, in no order of ticks */
    uint32_t kernel_count;
    uint32_t era;      /* times that kept touches were changed but for tick and call */
    bool mixed;        /* ticks of touches do not grow with their places, */
    uint32_t mixed_at; /* when .count was that */
    uint64_t allocation_tick, kernel_tick; /* of the last allocation, the last touch by a kernel */
    struct iq_later *laters;               /* NULL: none yet; the last IQ_LATERS different ones */
    uint32_t later_count;
    uint64_t stream;          /* handle value */
    uint32_t serial;          /* "stream 2"; 0: a default stream */
    uint64_t captured_before; /* bit i: the next one comes after its operation i */
    /* first call since the last wait after which the stream may stand still; .number 0: none */
    struct iq_call_ref stall;
    /* it waits for a value there; 0: a host function, or something else */
    uint64_t stall_address;
    struct iq_timeline *next_retired;
    uint64_t known[IQ_TIMELINES];
    struct iq_span spans[IQ_ACCESSES]; /* of .accesses */
    struct iq_access accesses[IQ_ACCESSES];
    struct iq_span kernel_spans[IQ_KERNEL_ACCESSES];
    struct iq_access kernels[IQ_KERNEL_ACCESSES];
    /* by a hash of the first byte: where the last access of it was kept, maybe */
    uint8_t kernel_place[IQ_KERNEL_HINTS];
    struct iq_span later_spans[IQ_LATERS];
    uint64_t later_hash[IQ_LATERS]; /* of the operation */
    uint8_t later_place[IQ_LATERS]; /* by that hash: where it was kept last, maybe */
};

/* What an event recorded. */
struct iq_clock_snapshot {
    uint32_t slot, count;
    bool over;
    uint64_t tick;
    struct iq_clock_snapshot *next_free;
    uint64_t known[];
};

/* The legacy default stream of [device]; the default stream of [thread] on it; a stream.  NULL: out
 * of memory. */
struct iq_timeline *iq_clock_legacy(int device);
struct iq_timeline *iq_clock_thread(int device, uint32_t thread);
IQ_NODISCARD struct iq_timeline *iq_clock_create(int device, bool blocking, uint64_t stream,
                                                 uint32_t serial);
void iq_clock_retire(struct iq_timeline *timeline);

/* The device of some stream could not be found out: from now on all devices count as one. */
void iq_clock_mix_devices(void);

/* True if an operation on the legacy stream of [device] would change no clock.  Any thread, no
 * lock. */
bool iq_clock_is_quiet(int device);

/* [timeline] begins an operation: the default-stream rules apply. */
void iq_clock_begin(struct iq_timeline *timeline);

/* The operation that was begun touches memory, at one place or at several; all of them by kernels,
 * or none. */
void iq_clock_access(struct iq_timeline *timeline, const struct iq_access *access);
void iq_clock_access_all(struct iq_timeline *timeline, const struct iq_access *accesses, int count);

/* A new operation whose accesses, somewhere in [lo, hi), are worked out later: to be filled in by
 * the caller.  Equal [hash]es are the same one again.  NULL: out of memory. */
IQ_NONNULL struct iq_later *iq_clock_access_later(struct iq_timeline *timeline, uint64_t hash,
                                                  uint64_t lo, uint64_t hi);

/* A new operation of [timeline] of which nothing is kept here; returns its tick. */
IQ_NONNULL uint64_t iq_clock_advance(struct iq_timeline *timeline);

/* Operations after [before] up to [tick] were never made. */
void iq_clock_take_back(struct iq_timeline *timeline, uint64_t before, uint64_t tick);

/* Up to which tick of each timeline the next operation of [timeline] comes later, by what it and
 * the host know. */
void iq_clock_known(const struct iq_timeline *timeline, uint64_t after[IQ_TIMELINES]);

/* Records [timeline] into [snapshot] (NULL or an old one); returns it, maybe another one. */
struct iq_clock_snapshot *iq_clock_record(struct iq_timeline *timeline,
                                          struct iq_clock_snapshot *snapshot);
void iq_clock_release(struct iq_clock_snapshot *snapshot);
/* Later operations of [timeline] come after [snapshot], after [other]'s operations so far, after
 * everything. */
void iq_clock_wait(struct iq_timeline *timeline, const struct iq_clock_snapshot *snapshot);
void iq_clock_wait_for(struct iq_timeline *timeline, const struct iq_timeline *other);
void iq_clock_wait_for_all(struct iq_timeline *timeline);
/* Later operations of [timeline] come after what an event stands for: [snapshot] (NULL: nothing
 * yet); not [known]: it may stand for anything. */
void iq_clock_wait_event(struct iq_timeline *timeline, const struct iq_clock_snapshot *snapshot,
                         bool known);

/* How many timelines there are, also of streams that are gone.  Any thread, no lock. */
uint32_t iq_clock_count(void);

/* A number that changes whenever something counts as ordered that need not be. */
uint64_t iq_clock_doubts(void);

/* The host knows that this is complete. */
void iq_clock_done(struct iq_timeline *timeline);
void iq_clock_done_snapshot(struct iq_clock_snapshot *snapshot);
void iq_clock_done_event(struct iq_clock_snapshot *snapshot, bool known); /* as in wait_event */
void iq_clock_done_device(int device);
void iq_clock_done_all(void);

/* Would iq_clock_done change nothing?  Any thread, no lock. */
bool iq_clock_is_over(const struct iq_timeline *timeline);

/* Is the host sure that operation [tick] of [slot] is complete?  How often it has learnt such
 * things.  Any thread, no lock. */
extern uint64_t iq_clock_completions IQ_HOT;
bool iq_clock_is_done(uint32_t slot, uint64_t tick);
/* The last operation of [timeline]. */
extern uint64_t iq_clock_reached[IQ_TIMELINES]; /* by slot; atomic */
static inline struct iq_point iq_clock_point(const struct iq_timeline *timeline)
{
    return (struct iq_point){ &iq_clock_reached[timeline->slot], timeline->tick };
}

/* Has no other timeline a pending operation that is not ordered with the next one of [timeline],
 * and near [lo, hi)?  Then nothing there
 * can conflict. */
bool iq_clock_is_apart(const struct iq_timeline *timeline, uint64_t lo, uint64_t hi);

/* An access that conflicts with [access], about to be made by [timeline] (NULL: by the host),
 * without an order between them; the newest one, of those that come alternating (order/epoch.h) one
 * of them. [whole]: any touch conflicts, also reads with reads (the memory goes away).  *owner gets
 * its timeline. */
IQ_NONNULL_ARG(2)
const struct iq_access *iq_clock_conflict(struct iq_timeline *timeline,
                                          const struct iq_access *access, bool whole,
                                          struct iq_timeline **owner);

/* Memory that begins to exist: what was done to these addresses before was done to other memory. */
void iq_clock_forget(uint64_t lo, uint64_t hi);
struct iq_timeline *iq_clock_slot(uint32_t slot);
/* what was under way is none of the child's: it is over.  What handles and guards hold of timelines
 * stays good */
void iq_clock_after_fork(void);
void iq_clock_reset(void); /* there was nothing yet: for tests */
#endif
