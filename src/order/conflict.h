/* Conflicts: two accesses to the same bytes, one of them a write, that nothing puts in order.  The
 * engine finds them, the front ends (api_*) send them, the rules say them.
 * Owner: plain values.  Threads: any, unless said otherwise. */
#ifndef IQ_ORDER_CONFLICT_H
#define IQ_ORDER_CONFLICT_H

#include "base/contract.h"
#include "order/clock.h"

struct iq_handle;

enum iq_conflict_kind { IQ_CONFLICT_RACE, IQ_CONFLICT_FREE, IQ_CONFLICT_HOST };

/* The stream of an access; zeroed: none, it was the host's. */
struct iq_conflict_stream {
    uint64_t stream;
    uint32_t serial;
    bool legacy, blocking;
};

static inline struct iq_conflict_stream iq_conflict_stream_of(const struct iq_timeline *timeline)
{
    return timeline ? (struct iq_conflict_stream){ timeline->stream, timeline->serial,
                                                   timeline->legacy, timeline->blocking }
                    : (struct iq_conflict_stream){ 0 };
}

/* Two accesses without an order between them. */
struct iq_conflict {
    enum iq_conflict_kind kind;
    struct iq_access earlier, later;
    uint64_t lo, hi; /* bytes that both touch; 0 and 0: not known */
    /* the bytes are counted in it, or in a space of its own; NULL: they are addresses */
    const struct iq_handle *object;
    struct iq_conflict_stream from, to;
    bool freed_async;  /* FREE: by a stream-ordered free */
    bool driver_waits; /* FREE: though nobody promises it */
    /* both are nodes of one graph that was made by hand */
    bool nodes;
    /* both are parts of one capture: nothing may be waited for */
    bool captured;
    bool texel; /* it is a texel of .object that both touch */
    /* the software device saw these kernels use the bytes, there (no file: a line of the PTX): of
     * the earlier one, the later one; kernel NULL: it did not */
    struct iq_conflict_seen {
        const char *kernel, *file;
        uint32_t line;
    } seen[2];
};

/* The conflict of two accesses that meet. */
struct iq_conflict iq_conflict_of(enum iq_conflict_kind kind, const struct iq_access *earlier,
                                  const struct iq_access *later);

/* Looks for a pending access that [access], about to be made by [timeline] (NULL: by the host),
 * conflicts with for certain.  Then fills *conflict in, and counts the two as ordered from now on:
 * what follows has the same cause.  IQ_LOCK_ORDER held. */
bool iq_conflict_find(enum iq_conflict_kind kind, struct iq_timeline *timeline,
                      const struct iq_access *access, struct iq_conflict *conflict);

/* Is a device access to [lo, hi) pending as far as the host knows?  [write]: only device writes
 * count.
 * Copies the newest one and its stream.  IQ_LOCK_ORDER held. */
IQ_NODISCARD bool iq_conflict_pending(uint64_t lo, uint64_t hi, bool write,
                                      struct iq_conflict *conflict);

/* Were host functions enqueued that may still run?  No lock. */
bool iq_conflict_has_host_functions(void);
void iq_conflict_set_host_functions(bool any);

#endif
