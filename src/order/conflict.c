#include "order/conflict.h"

#include <stddef.h>

static bool host_functions;         /* atomic */

bool iq_conflict_has_host_functions(void) { return __atomic_load_n(&host_functions, __ATOMIC_RELAXED); }
void iq_conflict_set_host_functions(bool any) { __atomic_store_n(&host_functions, any, __ATOMIC_RELAXED); }

bool iq_conflict_pending(uint64_t lo, uint64_t hi, bool write, struct iq_conflict *conflict)
{
    struct iq_touch touch = { .lo = lo, .hi = hi, .arg = -1, .write = !write };
    struct iq_timeline *owner;
    const struct iq_touch *earlier = iq_clock_conflict(NULL, &touch, false, &owner);
    if (!earlier)
        return false;
    *conflict = (struct iq_conflict){ .kind = IQ_CONFLICT_HOST, .earlier = *earlier, .later = touch, .from = iq_conflict_stream_of(owner) };
    iq_touch_overlap(earlier, &touch, &conflict->lo, &conflict->hi);
    return true;
}
