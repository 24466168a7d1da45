/* cp.async.  Lanes that copy from neighbours to neighbours, as almost all do, are looked at
 * together. */
#include <string.h>

#include "ptx/async.h"
#include "ptx/cpu.h"
#include "ptx/exec_cold.h"
#include "ptx/footprint.h"
#include "ptx/shadow.h"

/* Addresses of global and shared memory by lane, in bytes; each: how many a lane copies. */
struct copies {
    uint64_t from[IQ_PTX_LANES], to[IQ_PTX_LANES];
    uint32_t each;
};
enum { MOST_RUNS = 8, CACHE_LINE = 64 };
struct run {
    uint32_t lane, lanes;
};

/* How many runs the running lanes are; 0: too many, or not all of them copy all bytes. */
static uint32_t runs_of(const struct iq_warp *w, const struct copies *c, const uint32_t *bytes,
                        struct run *runs)
{
    uint32_t count = 0, few,
             next = iq_ptx_cpu()->copies_joined(c->from, c->to, bytes, c->each, &few) & w->mask &
                    w->mask << 1; /* lanes that go on where the one before ends */
    if (few & w->mask)
        return 0;
    for (uint32_t left = w->mask; left; count++) {
        uint32_t l = iq_ptx_first_lane(left), apart = ~(next >> l >> 1),
                 lanes = apart ? iq_ptx_first_lane(apart) + 1 : IQ_PTX_LANES;
        if (count == MOST_RUNS)
            return 0;
        runs[count] = (struct run){ l, lanes };
        left &= lanes + l < IQ_PTX_LANES ? ~0u << (l + lanes) : 0;
    }
    return count;
}

/* Are all places of the runs in the block's shared memory, and aligned? */
static bool are_in_shared(const struct iq_ptx_block *b, const struct copies *c,
                          const struct run *runs, uint32_t count)
{
    bool in = b->cluster->count == 1;
    for (uint32_t k = 0; k < count && in; k++) {
        uint64_t at = c->to[runs[k].lane], size = (uint64_t)runs[k].lanes * c->each;
        in = !(at & (c->each - 1)) && at < b->shared_bytes && size <= b->shared_bytes - at;
    }
    return in;
}

/* What leads from an address of the kernel to one of the host, if all that the runs read is in one
 * piece of memory. */
static bool find_source(struct iq_warp *w, const struct iq_ptx_insn *i, const struct copies *c,
                        const struct run *runs, uint32_t count, int64_t *bias)
{
    const struct iq_ptx_range *r = iq_ptx_range_of(w->block, i);
    uint64_t low = UINT64_MAX, high = 0, mixed = 0;
    for (uint32_t k = 0; k < count; k++) {
        uint64_t from = c->from[runs[k].lane], end = from + (uint64_t)runs[k].lanes * c->each;
        low = from < low ? from : low;
        high = end > high ? end : high;
        mixed |= from;
    }
    if (mixed & (c->each - 1) || low >> 47 || high >> 47)
        return false;
    if (w->block->env->unchecked_count)
        r = iq_ptx_unchecked_at(w->block->env, low);
    else if ((low < r->begin || high > r->end) &&
             (high - low > UINT32_MAX || !iq_ptx_memory_range(w->block, i, low, high - low, false)))
        return false;
    *bias = r ? r->bias : 0;
    return r && low >= r->begin && high <= r->end;
}

/* Whoever watches global memory is told of the reads. */
static void watch_source(struct iq_warp *w, const struct iq_ptx_insn *i, const struct copies *c,
                         bool row)
{
    const struct iq_ptx_range *r = iq_ptx_range_of(w->block, i);
    if (w->block->env->unchecked_count || !r->watched)
        return;
    const uint64_t *addr = IQ_PTX_REG(const uint64_t, w, i->o[1]); /* they add the offset */
    if (r->shadow)
        iq_ptx_shadow_lanes(w, i, addr, c->each, 0);
    if (r->races)
        iq_ptx_race_global_lanes(w, i, addr, c->each, 0, row);
    if (r->spans)
        iq_ptx_footprint_lanes(w, i, addr, c->each, 0, row);
}

static void copy_run(struct iq_warp *w, const struct iq_ptx_insn *i, const struct copies *c,
                     struct run run, int64_t bias)
{
    struct iq_ptx_block *b = w->block;
    uint32_t at = (uint32_t)c->to[run.lane], end = run.lane + run.lanes;
    const void *source = (const void *)(uintptr_t)(c->from[run.lane] + (uint64_t)bias);
    if (!iq_ptx_async_begin_run(w, i, run.lane, run.lanes, at, c->each))
        for (uint32_t l = run.lane; l < end; l++) {
            iq_ptx_race_shared_one(w, i, (uint32_t)c->to[l], c->each, l,
                                   ACCESS_WRITE | ACCESS_SHARED);
            iq_ptx_async_begin(w, i, l, ASYNC_COPY, b->shared + c->to[l], c->each);
        }
    size_t bytes = (size_t)run.lanes * c->each;
    memcpy(b->shared + at, source, bytes);
    /* tiles move along their rows */
    for (size_t next = bytes; next < 2 * bytes; next += CACHE_LINE)
        __builtin_prefetch((const uint8_t *)source + next, 0, 2);
}

/* False: nothing has been done, and the lanes are to be looked at one by one. */
static bool copy_runs(struct iq_warp *w, const struct iq_ptx_insn *i, const struct copies *c,
                      const uint32_t *bytes)
{
    struct run runs[MOST_RUNS];
    int64_t bias;
    uint32_t count = w->block->observed ? 0 : runs_of(w, c, bytes, runs);
    if (!count || !are_in_shared(w->block, c, runs, count) ||
        !find_source(w, i, c, runs, count, &bias))
        return false;
    watch_source(w, i, c, runs[0].lanes == IQ_PTX_LANES);
    for (uint32_t k = 0; k < count; k++)
        copy_run(w, i, c, runs[k], bias);
    return true;
}

/* No more than the source size is read, the part beyond it is zero. */
static bool copy_lane(struct iq_warp *w, const struct iq_ptx_insn *i, const struct copies *c,
                      uint32_t l, uint32_t bytes)
{
    uint32_t n = bytes < c->each ? bytes : c->each;
    uint8_t value[16] = { 0 };
    const void *source = n ? iq_ptx_memory_at(w, i, c->from[l], n, l, 0) : value;
    void *target =
        source ? iq_ptx_memory_at(w, i, c->to[l], c->each, l, ACCESS_WRITE | ACCESS_SHARED) : NULL;
    if (!target)
        return false;
    memcpy(value, source, n);
    memcpy(target, value, c->each);
    iq_ptx_async_begin(w, i, l, ASYNC_COPY, target, c->each);
    return true;
}

IQ_PTX_COLD(copy_async)
{
    const uint64_t *to = IQ_PTX_REG(const uint64_t, w, i->o[0]),
                   *from = IQ_PTX_REG(const uint64_t, w, i->o[1]);
    const uint32_t *bytes = IQ_PTX_REG(const uint32_t, w, i->o[2]);
    struct copies c = { .each = i->mod };
    memcpy(c.to, to, sizeof c.to);
    for (uint32_t l = 0; l < IQ_PTX_LANES; l++)
        c.from[l] = from[l] + i->imm;
    if (copy_runs(w, i, &c, bytes))
        return i + 1;
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t l = iq_ptx_first_lane(m);
        if (!copy_lane(w, i, &c, l, bytes[l]))
            return NULL;
    }
    return i + 1;
}
