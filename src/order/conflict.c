#include "order/conflict.h"

#include <stddef.h>

static bool host_functions; /* atomic */

bool iq_conflict_has_host_functions(void)
{
    return __atomic_load_n(&host_functions, __ATOMIC_RELAXED);
}
void iq_conflict_set_host_functions(bool any)
{
    __atomic_store_n(&host_functions, any, __ATOMIC_RELAXED);
}

struct iq_conflict iq_conflict_of(enum iq_conflict_kind kind, const struct iq_access *earlier,
                                  const struct iq_access *later)
{
    struct iq_conflict conflict = { .kind = kind, .earlier = *earlier, .later = *later };
    if (!iq_access_overlap(earlier, later, &conflict.lo, &conflict.hi))
        conflict.lo = conflict.hi = 0;
    return conflict;
}

bool iq_conflict_find(enum iq_conflict_kind kind, struct iq_timeline *timeline,
                      const struct iq_access *access, struct iq_conflict *conflict)
{
    struct iq_timeline *owner;
    const struct iq_access *earlier =
        iq_clock_conflict(timeline, access, kind == IQ_CONFLICT_FREE, &owner);
    if (!earlier || !iq_access_certainly_conflicts(earlier, access))
        return false;
    *conflict = iq_conflict_of(kind, earlier, access);
    conflict->from = iq_conflict_stream_of(owner);
    conflict->to = iq_conflict_stream_of(timeline);
    conflict->freed_async = kind == IQ_CONFLICT_FREE && timeline;
    if (timeline)
        iq_clock_wait_for(timeline, owner);
    else
        iq_clock_done(owner);
    return true;
}

bool iq_conflict_pending(uint64_t lo, uint64_t hi, bool write, struct iq_conflict *conflict)
{
    struct iq_access access = { .lo = lo, .hi = hi, .arg = -1, .write = !write };
    struct iq_timeline *owner;
    const struct iq_access *earlier = iq_clock_conflict(NULL, &access, false, &owner);
    if (!earlier)
        return false;
    *conflict = iq_conflict_of(IQ_CONFLICT_HOST, earlier, &access);
    conflict->from = iq_conflict_stream_of(owner);
    return true;
}
