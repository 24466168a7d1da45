#include "order/access.h"

#include "model/pools.h"

/* Common bytes of [lo, hi) and the rows of [rows]. */
static bool linear_meets_rows(uint64_t lo, uint64_t hi, const struct iq_access *rows,
                              uint64_t *common_lo, uint64_t *common_hi)
{
    uint64_t row = lo > rows->lo ? (lo - rows->lo) / rows->pitch : 0;
    for (int i = 0; i < 2; i++, row++) {
        uint64_t begin = rows->lo + row * rows->pitch, end = begin + rows->width;
        if (begin >= rows->hi || begin >= hi)
            return false;
        if (end > lo) {
            *common_lo = begin > lo ? begin : lo;
            *common_hi = end < hi ? end : hi;
            return true;
        }
    }
    return false;
}

bool iq_access_overlap(const struct iq_access *a, const struct iq_access *b, uint64_t *lo,
                       uint64_t *hi)
{
    uint64_t begin = a->lo > b->lo ? a->lo : b->lo, end = a->hi < b->hi ? a->hi : b->hi;
    if (begin >= end)
        return false;
    *lo = begin;
    *hi = end;
    if (!a->pitch && !b->pitch)
        return true;
    if (a->pitch && b->pitch) {
        const struct iq_access *late = a->lo > b->lo ? a : b, *early = late == a ? b : a;
        uint64_t shift = a->pitch == b->pitch ? (late->lo - early->lo) % a->pitch : 0;
        if (a->pitch != b->pitch || (shift >= early->width && a->pitch - shift >= late->width))
            return false;
        *hi = begin + 1;
        return true;
    }
    return a->pitch ? linear_meets_rows(b->lo, b->hi, a, lo, hi)
                    : linear_meets_rows(a->lo, a->hi, b, lo, hi);
}

/* Was the memory at [address] a block of a pool when [earlier] was enqueued, which has gone back to
 * the pool since? */
static bool has_changed_hands(uint64_t address, const struct iq_access *earlier)
{
    struct iq_range block, former;
    return iq_pools_used && iq_pools_find(address, &block) &&
           iq_pools_find_former(address, &earlier->ref, &former);
}

bool iq_access_conflicts(const struct iq_access *earlier, const struct iq_access *access,
                         bool whole)
{
    uint64_t lo, hi;
    if (!iq_access_overlap(earlier, access, &lo, &hi))
        return false;
    if (whole)
        return !(earlier->allocation && access->allocation);
    bool races = (earlier->write || access->write) && !(earlier->ordered && access->ordered);
    if (earlier->reach || access->reach)
        return earlier->allocation || (races && has_changed_hands(lo, earlier));
    return races;
}

bool iq_access_certainly_conflicts(const struct iq_access *a, const struct iq_access *b)
{
    if (a->somewhere && b->somewhere)
        return false;
    if (a->somewhere)
        return !b->pitch && b->lo <= a->lo && b->hi >= a->hi;
    return !b->somewhere || (!a->pitch && a->lo <= b->lo && a->hi >= b->hi);
}
