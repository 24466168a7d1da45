#include "order/clock.h"

#include <string.h>

#include "base/hot.h"
#include "base/memory.h"
#include "model/pools.h"
#include "order/epoch.h"

static struct iq_timeline *timelines[IQ_TIMELINES], *retired_first, *retired_last;
static uint32_t timeline_count, next_shared;
static struct {
    struct iq_timeline *timeline;
    uint32_t thread;
    int device;
} own[IQ_TIMELINES];
static uint32_t own_count;
uint64_t iq_clock_reached[IQ_TIMELINES];

/* What the default-stream rules hold together. */
struct domain {
    struct iq_timeline *legacy;
    /* of blocking streams, seen by the legacy stream; read without the lock */
    uint64_t changes;
    uint64_t versions; /* of the legacy stream, seen by blocking ones */
    uint64_t joined;   /* atomic: changes that the legacy stream has seen */
};

/* On one cache line for the first device. */
static struct {
    /* timelines whose last operation is not known to be complete */
    uint64_t pending[(IQ_TIMELINES + 63) / 64];
    struct domain domains[IQ_CLOCK_DEVICES];
} state __attribute__((aligned(64)));

uint64_t iq_clock_completions;
uint32_t iq_clock_changes;
uint64_t iq_clock_epoch = 1;
static const struct iq_timeline *epoch_of; /* did all since the turn began */
static bool mixed;
static uint64_t doubts;
static struct iq_clock_snapshot *free_snapshots[8]; /* by size: 16, 32, ... slots */

static int domain_of(int device)
{
    return mixed || device < 0 || device >= IQ_CLOCK_DEVICES ? 0 : device;
}

IQ_FAST bool iq_clock_is_quiet(int device)
{
    const struct domain *domain = &state.domains[domain_of(device)];
    return __atomic_load_n(&domain->changes, __ATOMIC_RELAXED) ==
           __atomic_load_n(&domain->joined, __ATOMIC_RELAXED);
}

IQ_FAST bool iq_clock_is_done(uint32_t slot, uint64_t tick)
{
    return tick <= __atomic_load_n(&iq_clock_reached[slot], __ATOMIC_RELAXED);
}

IQ_FAST struct iq_timeline *iq_clock_slot(uint32_t slot)
{
    return slot < timeline_count ? timelines[slot] : NULL;
}

static inline void note_change(const struct iq_timeline *timeline)
{
    struct domain *domain = &state.domains[timeline->device];
    if (timeline->legacy) {
        domain->versions++;
        iq_clock_note_change();
    } else if (timeline->blocking)
        __atomic_store_n(&domain->changes, domain->changes + 1, __ATOMIC_RELAXED);
}

/* Raises what [timeline] knows of [slot]; true if that is news. */
static bool learn(struct iq_timeline *timeline, uint32_t slot, uint64_t tick)
{
    if (slot == timeline->slot || timeline->known[slot] >= tick)
        return false;
    timeline->known[slot] = tick;
    iq_clock_end_epoch();
    __atomic_store_n(&timeline->over, false, __ATOMIC_RELAXED);
    return true;
}

static bool join(struct iq_timeline *timeline, const struct iq_timeline *other)
{
    bool news = learn(timeline, other->slot, other->tick);
    for (uint32_t i = 0; i < timeline_count; i++)
        news |= learn(timeline, i, other->known[i]);
    return news;
}

/* Some are kept back, so that there is always one for a legacy default stream. */
static struct iq_timeline *new_timeline(bool for_legacy)
{
    if (timeline_count >= IQ_TIMELINES - (for_legacy ? 0 : IQ_CLOCK_DEVICES))
        return NULL;
    struct iq_timeline *timeline = iq_core_alloc(sizeof *timeline);
    if (!timeline)
        return NULL;
    timeline->slot = timeline_count;
    timelines[timeline_count++] = timeline;
    return timeline;
}

static struct iq_timeline *take_retired(void)
{
    struct iq_timeline *timeline = retired_first;
    if (!timeline)
        return NULL;
    retired_first = timeline->next_retired;
    if (!retired_first)
        retired_last = NULL;
    timeline->next_retired = NULL;
    timeline->retired = false;
    timeline->stall.number = 0;
    return timeline;
}

/* Does the host know all of the first one whose stream is gone to be complete, and all that it
 * comes after?  Then it is as good as a new one; but not if
 * functions of the host that it was given may still run. */
static bool is_retired_done(void)
{
    const struct iq_timeline *timeline = retired_first;
    bool is_done =
        timeline && !timeline->stall.number && iq_clock_reached[timeline->slot] >= timeline->tick;
    for (uint32_t i = 0; i < timeline_count && is_done; i++)
        is_done = timeline->known[i] <= iq_clock_reached[i];
    return is_done;
}

/* A timeline whose stream is gone serves another one.  What is pending of the old one counts as
 * seen by the default stream, whose rules may differ for the new one. */
static struct iq_timeline *reuse_retired(void)
{
    struct iq_timeline *timeline = take_retired();
    if (!timeline)
        return NULL;
    doubts++;
    struct iq_timeline *legacy = state.domains[timeline->device].legacy;
    if (legacy && join(legacy, timeline))
        note_change(legacy);
    return timeline;
}

struct iq_timeline *iq_clock_create(int device, bool blocking, uint64_t stream, uint32_t serial)
{
    int domain = domain_of(device);
    struct iq_timeline *timeline = is_retired_done() ? take_retired()
                                   : timeline_count < IQ_TIMELINES / 2 || !retired_first
                                       ? new_timeline(false)
                                       : reuse_retired();
    /* more streams than timelines: they share, and are ordered */
    if (!timeline && !(timeline = reuse_retired())) {
        doubts++;
        for (uint32_t i = 0; i < timeline_count && timeline_count; i++) {
            timeline = timelines[next_shared++ % timeline_count];
            if (!timeline->legacy && timeline->device == domain)
                break;
        }
        if (!timeline)
            return NULL;
        if (timeline->device != domain)
            iq_clock_mix_devices();
        if (timeline->legacy)
            return timeline;
        timeline->blocking |= blocking;
        note_change(timeline);
        return timeline;
    }
    timeline->device = (int16_t)domain;
    timeline->blocking = blocking;
    timeline->stream = stream;
    timeline->serial = serial;
    timeline->capture = 0;
    timeline->pulled = 0;
    note_change(timeline);
    return timeline;
}

void iq_clock_retire(struct iq_timeline *timeline)
{
    if (timeline->retired || timeline->legacy)
        return;
    timeline->retired = true;
    timeline->capture = 0;
    timeline->next_retired = NULL;
    if (retired_last)
        retired_last->next_retired = timeline;
    else
        retired_first = timeline;
    retired_last = timeline;
}

IQ_FAST struct iq_timeline *iq_clock_legacy(int device)
{
    int domain = domain_of(device);
    if (!state.domains[domain].legacy) {
        struct iq_timeline *timeline = new_timeline(true);
        if (!timeline)
            return NULL;
        timeline->legacy = true;
        timeline->device = (int16_t)domain;
        timeline->stream = 1;
        state.domains[domain].legacy = timeline;
    }
    return state.domains[domain].legacy;
}

struct iq_timeline *iq_clock_thread(int device, uint32_t thread)
{
    int domain = domain_of(device);
    for (uint32_t i = 0; i < own_count; i++)
        if (own[i].thread == thread && own[i].device == domain)
            return own[i].timeline;
    if (own_count == IQ_TIMELINES) { /* threads without end share, too */
        iq_clock_mix_devices();
        return own[thread % IQ_TIMELINES].timeline;
    }
    struct iq_timeline *timeline = iq_clock_create(domain, true, 2, 0);
    if (timeline) {
        own[own_count].timeline = timeline;
        own[own_count].thread = thread;
        own[own_count++].device = domain;
    }
    return timeline;
}

void iq_clock_mix_devices(void)
{
    if (mixed)
        return;
    struct iq_timeline *first = iq_clock_legacy(0);
    mixed = true;
    for (uint32_t i = 0; i < timeline_count; i++) {
        timelines[i]->device = 0;
        timelines[i]->pulled = 0;
        if (first && timelines[i] != first)
            join(first, timelines[i]);
        if (first)
            join(timelines[i], first);
    }
    for (uint32_t i = 0; i < own_count; i++)
        own[i].device = 0;
    state.domains[0].versions++;
}

static bool is_before_legacy(const struct iq_timeline *timeline, const struct iq_timeline *legacy)
{
    return timeline->blocking && timeline->device == legacy->device && timeline != legacy;
}

/* What blocking streams know of [slot]. */
static bool learn_from_blocking(struct iq_timeline *legacy, uint32_t slot)
{
    bool news = false;
    for (uint32_t i = 0; i < timeline_count; i++)
        if (is_before_legacy(timelines[i], legacy))
            news |= learn(legacy, slot, timelines[i]->known[slot]);
    return news;
}

/* The legacy stream comes after all blocking streams' work so far, and after what that comes after:
 * of each other what it did last is the most that can be known. */
IQ_FAST static void begin_legacy(struct iq_timeline *timeline)
{
    struct domain *domain = &state.domains[timeline->device];
    uint64_t now = __atomic_load_n(&domain->changes, __ATOMIC_RELAXED);
    if (now == domain->joined)
        return;
    __atomic_store_n(&domain->joined, now, __ATOMIC_RELAXED);
    bool news = false;
    for (uint32_t i = 0; i < timeline_count; i++)
        news |= is_before_legacy(timelines[i], timeline) ? learn(timeline, i, timelines[i]->tick)
                                                         : learn_from_blocking(timeline, i);
    if (news)
        note_change(timeline);
}

/* ... and their later work after it. */
static void begin_blocking(struct iq_timeline *timeline)
{
    struct domain *domain = &state.domains[timeline->device];
    timeline->pulled = domain->versions;
    if (domain->legacy && join(timeline, domain->legacy))
        note_change(timeline);
}

static inline void begin(struct iq_timeline *timeline)
{
    if (timeline->legacy)
        begin_legacy(timeline);
    else if (timeline->blocking && timeline->pulled != state.domains[timeline->device].versions)
        begin_blocking(timeline);
}

IQ_FAST void iq_clock_begin(struct iq_timeline *timeline) { begin(timeline); }

static bool is_same(const struct iq_timeline *timeline, uint32_t at, const struct iq_access *access)
{
    const struct iq_access *kept = &timeline->accesses[at];
    return kept->lo == access->lo && kept->hi == access->hi && kept->write == access->write &&
           kept->pitch == access->pitch;
}

static bool is_alike(const struct iq_access *a, const struct iq_access *b)
{
    return a->arg == b->arg && a->host == b->host && a->likely == b->likely &&
           a->somewhere == b->somewhere && a->width == b->width && a->allocation == b->allocation;
}

/* What is done again and again, like a copy between two buffers, is kept once. */
static void keep_accesses(struct iq_timeline *timeline, const struct iq_access *accesses,
                          uint32_t count)
{
    uint32_t first = timeline->count - count;
    bool again = timeline->count >= count;
    for (uint32_t i = 0; i < count && again; i++)
        again = is_same(timeline, (first + i) % IQ_ACCESSES, &accesses[i]);
    if (!again) {
        first = timeline->count;
        timeline->count += count;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = (first + i) % IQ_ACCESSES;
        timeline->era += again && !is_alike(&timeline->accesses[at], &accesses[i]);
        timeline->spans[at] = (struct iq_span){ accesses[i].lo, accesses[i].hi, timeline->tick };
        timeline->accesses[at] = accesses[i];
        if (__builtin_expect(accesses[i].allocation, 0))
            timeline->allocation_tick = timeline->tick;
    }
}

/* Kernels are launched again and again with the same addresses: each of these has one place. */
static const struct iq_access *keep_kernel_access(struct iq_timeline *timeline,
                                                  const struct iq_access *access, uint64_t tick)
{
    uint8_t *hint =
        &timeline->kernel_place[(access->lo * 0x9e3779b97f4a7c15u >> 56 ^ (access->write ? 1 : 0)) %
                                IQ_KERNEL_HINTS];
    uint32_t at = *hint;
    const struct iq_access *old = &timeline->kernels[at];
    if (old->lo != access->lo || old->hi != access->hi || old->write != access->write ||
        old->ordered != access->ordered || old->reach != access->reach)
        *hint = (uint8_t)(at = timeline->kernel_count++ % IQ_KERNEL_ACCESSES);
    else if (timeline->kernel_spans[at].tick > tick)
        return &timeline->kernels[at]; /* one that was worked out later than it happened */
    timeline->kernel_spans[at] = (struct iq_span){ access->lo, access->hi, tick };
    timeline->kernel_tick = tick > timeline->kernel_tick ? tick : timeline->kernel_tick;
    timeline->kernels[at] = *access;
    return &timeline->kernels[at];
}

/* A new operation of [timeline], about to touch memory. */
__attribute__((always_inline)) static inline void advance_again(struct iq_timeline *timeline)
{
    if (iq_clock_reached[timeline->slot] >= timeline->tick) {
        timeline->span_lo[0] = timeline->span_lo[1] = UINT64_MAX;
        timeline->span_hi[0] = timeline->span_hi[1] = 0;
    }
    timeline->tick++;
    __atomic_store_n(&timeline->over, false, __ATOMIC_RELAXED);
    state.pending[timeline->slot / 64] |= (uint64_t)1 << timeline->slot % 64;
    note_change(timeline);
}

IQ_FAST static void advance(struct iq_timeline *timeline)
{
    advance_again(timeline);
    epoch_of = timeline;
    iq_clock_end_epoch();
}

static inline void widen(struct iq_timeline *timeline, bool host, uint64_t first, uint64_t last)
{
    uint64_t *lo = &timeline->span_lo[host], *hi = &timeline->span_hi[host];
    *lo = first < *lo ? first : *lo;
    *hi = last > *hi ? last : *hi;
}

static inline bool is_within(const struct iq_timeline *timeline, uint64_t lo, uint64_t hi)
{
    return (lo < timeline->span_hi[0] && hi > timeline->span_lo[0]) ||
           (lo < timeline->span_hi[1] && hi > timeline->span_lo[1]);
}

void iq_clock_access(struct iq_timeline *timeline, const struct iq_access *access)
{
    iq_clock_access_all(timeline, access, 1);
}

IQ_FAST void iq_clock_access_all(struct iq_timeline *timeline, const struct iq_access *accesses,
                                 int count)
{
    advance(timeline);
    for (int i = 0; i < count; i++)
        widen(timeline, accesses[i].host, accesses[i].lo, accesses[i].hi);
    if (!count || !accesses->function)
        keep_accesses(timeline, accesses, (uint32_t)count);
    else
        for (int i = 0; i < count; i++)
            keep_kernel_access(timeline, &accesses[i], timeline->tick);
}

IQ_FAST void iq_clock_access_again(struct iq_timeline *timeline, uint32_t at, uint32_t count,
                                   struct iq_call_ref ref)
{
    advance_again(timeline);
    if (epoch_of != timeline) {
        epoch_of = timeline;
        iq_clock_end_epoch();
    }
    if (at + count != timeline->count) {
        timeline->mixed = true;
        timeline->mixed_at = timeline->count;
    }
    for (uint32_t i = at; i != at + count; i++) {
        struct iq_access *access = &timeline->accesses[i % IQ_ACCESSES];
        struct iq_span *span = &timeline->spans[i % IQ_ACCESSES];
        widen(timeline, access->host, span->lo, span->hi);
        span->tick = timeline->tick;
        access->ref = ref;
    }
}

IQ_FAST struct iq_later *iq_clock_access_later(struct iq_timeline *timeline, uint64_t hash,
                                               uint64_t lo, uint64_t hi)
{
    uint8_t *hint = &timeline->later_place[hash % IQ_LATERS];
    if (__builtin_expect(!timeline->laters, 0) &&
        !(timeline->laters = iq_core_alloc(IQ_LATERS * sizeof *timeline->laters)))
        return NULL;
    uint32_t at = *hint;
    if (timeline->later_hash[at] != hash) {
        *hint = (uint8_t)(at = timeline->later_count++ % IQ_LATERS);
        timeline->later_hash[at] = hash;
    }
    advance(timeline);
    timeline->span_lo[0] = lo < timeline->span_lo[0] ? lo : timeline->span_lo[0];
    timeline->span_hi[0] = hi > timeline->span_hi[0] ? hi : timeline->span_hi[0];
    timeline->later_spans[at] = (struct iq_span){ lo, hi, timeline->tick };
    timeline->kernel_tick = timeline->tick;
    return &timeline->laters[at];
}

uint64_t iq_clock_advance(struct iq_timeline *timeline)
{
    advance(timeline);
    return timeline->tick;
}

static void empty_ticks(struct iq_span *spans, struct iq_access *accesses, uint32_t count,
                        uint64_t before, uint64_t tick)
{
    for (uint32_t at = 0; at < count; at++)
        if (spans[at].tick > before && spans[at].tick <= tick)
            spans[at].lo = spans[at].hi = accesses[at].lo = accesses[at].hi = 0;
}

void iq_clock_take_back(struct iq_timeline *timeline, uint64_t before, uint64_t tick)
{
    timeline->era++;
    iq_clock_end_epoch();
    empty_ticks(timeline->spans, timeline->accesses, IQ_ACCESSES, before, tick);
    empty_ticks(timeline->kernel_spans, timeline->kernels, IQ_KERNEL_ACCESSES, before, tick);
    for (uint32_t at = 0; at < IQ_LATERS; at++)
        if (timeline->later_spans[at].tick > before && timeline->later_spans[at].tick <= tick)
            timeline->later_spans[at].tick = 0;
}

void iq_clock_known(const struct iq_timeline *timeline, uint64_t after[IQ_TIMELINES])
{
    for (uint32_t i = 0; i < timeline_count; i++)
        after[i] =
            timeline->known[i] > iq_clock_reached[i] ? timeline->known[i] : iq_clock_reached[i];
}

static int size_class(uint32_t slots)
{
    int class = 0;
    while (16u << class < slots)
        class ++;
    return class;
}

void iq_clock_release(struct iq_clock_snapshot *snapshot)
{
    if (!snapshot)
        return;
    int class = size_class(snapshot->count);
    iq_clock_note_change(); /* somebody may look at its flag */
    snapshot->next_free = free_snapshots[class];
    free_snapshots[class] = snapshot;
}

/* With room for all timelines; NULL: out of memory. */
IQ_COLD static struct iq_clock_snapshot *new_snapshot(struct iq_clock_snapshot *old)
{
    iq_clock_release(old);
    int class = size_class(timeline_count);
    struct iq_clock_snapshot *snapshot = free_snapshots[class];
    if (snapshot)
        free_snapshots[class] = snapshot->next_free;
    else if (!(snapshot =
                   iq_core_alloc(sizeof *snapshot + (16u << class) * sizeof *snapshot->known)))
        return NULL;
    snapshot->count = 16u << class;
    memset(snapshot->known, 0, snapshot->count * sizeof *snapshot->known);
    return snapshot;
}

IQ_FAST struct iq_clock_snapshot *iq_clock_record(struct iq_timeline *timeline,
                                                  struct iq_clock_snapshot *snapshot)
{
    begin(timeline);
    iq_clock_end_epoch();
    if (__builtin_expect(!snapshot || snapshot->count < timeline_count, 0) &&
        !(snapshot = new_snapshot(snapshot)))
        return NULL;
    snapshot->slot = timeline->slot;
    snapshot->tick = timeline->tick;
    snapshot->over = timeline->over;
    for (uint32_t i = 0; i < timeline_count; i++) /* mostly few: no call of memcpy */
        snapshot->known[i] = timeline->known[i];
    return snapshot;
}

static uint32_t known_slots(const struct iq_clock_snapshot *snapshot)
{
    return snapshot->count < timeline_count ? snapshot->count : timeline_count;
}

void iq_clock_wait(struct iq_timeline *timeline, const struct iq_clock_snapshot *snapshot)
{
    bool news = learn(timeline, snapshot->slot, snapshot->tick);
    for (uint32_t i = 0; i < known_slots(snapshot); i++)
        news |= learn(timeline, i, snapshot->known[i]);
    if (news)
        note_change(timeline);
}

uint32_t iq_clock_count(void) { return __atomic_load_n(&timeline_count, __ATOMIC_RELAXED); }

uint64_t iq_clock_doubts(void) { return doubts += mixed; }

void iq_clock_wait_for(struct iq_timeline *timeline, const struct iq_timeline *other)
{
    doubts++;
    if (timeline != other && join(timeline, other))
        note_change(timeline);
}

/* Nobody knows more of a timeline than its own last tick: what others know need not be joined. */
void iq_clock_wait_for_all(struct iq_timeline *timeline)
{
    bool news = false;
    doubts++;
    for (uint32_t i = 0; i < timeline_count; i++)
        news |= learn(timeline, i, timelines[i]->tick);
    if (news)
        note_change(timeline);
}

void iq_clock_wait_event(struct iq_timeline *timeline, const struct iq_clock_snapshot *snapshot,
                         bool known)
{
    if (!known)
        iq_clock_wait_for_all(timeline);
    else if (snapshot)
        iq_clock_wait(timeline, snapshot);
}

static void complete(uint32_t slot, uint64_t tick)
{
    if (iq_clock_reached[slot] >= tick)
        return;
    __atomic_store_n(&iq_clock_reached[slot], tick, __ATOMIC_RELEASE);
    iq_clock_end_epoch();
    __atomic_store_n(&iq_clock_completions, iq_clock_completions + 1, __ATOMIC_RELAXED);
    if (tick >= timelines[slot]->tick)
        state.pending[slot / 64] &= ~((uint64_t)1 << slot % 64);
}

IQ_FAST void iq_clock_done(struct iq_timeline *timeline)
{
    iq_clock_begin(timeline);
    if (timeline->over)
        return;
    complete(timeline->slot, timeline->tick);
    for (uint32_t i = 0; i < timeline_count; i++)
        complete(i, timeline->known[i]);
    __atomic_store_n(&timeline->over, true, __ATOMIC_RELAXED);
}

IQ_FAST bool iq_clock_is_over(const struct iq_timeline *timeline)
{
    return __atomic_load_n(&timeline->over, __ATOMIC_RELAXED) && !timeline->legacy &&
           (!timeline->blocking || timeline->pulled == state.domains[timeline->device].versions);
}

IQ_FAST void iq_clock_done_snapshot(struct iq_clock_snapshot *snapshot)
{
    if (snapshot->over)
        return;
    __atomic_store_n(&snapshot->over, true, __ATOMIC_RELAXED);
    complete(snapshot->slot, snapshot->tick);
    for (uint32_t i = 0; i < known_slots(snapshot); i++)
        complete(i, snapshot->known[i]);
}

void iq_clock_done_device(int device)
{
    int domain = domain_of(device);
    for (uint32_t i = 0; i < timeline_count; i++)
        if (timelines[i]->device == domain)
            iq_clock_done(timelines[i]);
}

void iq_clock_done_all(void)
{
    for (uint32_t i = 0; i < timeline_count; i++)
        complete(i, timelines[i]->tick);
}

void iq_clock_done_event(struct iq_clock_snapshot *snapshot, bool known)
{
    if (!known)
        iq_clock_done_all();
    else if (snapshot)
        iq_clock_done_snapshot(snapshot);
}

/* The touch among operations of [other] that were not worked out which conflicts; it is kept. */
static const struct iq_access *later_conflict_in(struct iq_timeline *other, uint64_t limit,
                                                 const struct iq_access *access, bool whole)
{
    struct iq_access accesses[2 * IQ_LATER_WORDS];
    for (uint32_t at = 0; other->laters && at < IQ_LATERS; at++) {
        const struct iq_span *span = &other->later_spans[at];
        if (span->tick <= limit || span->lo >= access->hi || span->hi <= access->lo)
            continue;
        int count = other->laters[at].expand(&other->laters[at], accesses);
        for (int i = 0; i < count; i++)
            if (accesses[i].lo < access->hi && accesses[i].hi > access->lo &&
                iq_access_conflicts(&accesses[i], access, whole))
                return keep_kernel_access(other, &accesses[i], span->tick);
    }
    return NULL;
}

static const struct iq_access *kernel_conflict_in(struct iq_timeline *other, uint64_t limit,
                                                  const struct iq_access *access, bool whole)
{
    uint32_t kept =
        other->kernel_count < IQ_KERNEL_ACCESSES ? other->kernel_count : IQ_KERNEL_ACCESSES;
    for (uint32_t at = 0; at < kept; at++) {
        const struct iq_span *span = &other->kernel_spans[at];
        if (span->lo < access->hi && span->hi > access->lo && span->tick > limit &&
            iq_access_conflicts(&other->kernels[at], access, whole))
            return &other->kernels[at];
    }
    return later_conflict_in(other, limit, access, whole);
}

/* The newest pending touch of [other], after [limit], that conflicts; those of copies first. */
static const struct iq_access *conflict_in(struct iq_timeline *other, uint64_t limit,
                                           const struct iq_access *access, bool whole)
{
    uint32_t kept = other->count < IQ_ACCESSES ? other->count : IQ_ACCESSES;
    if (access->reach && !whole && other->allocation_tick <= limit && !iq_pools_used)
        return NULL;
    const struct iq_access *newest = NULL;
    bool in_order = !other->mixed || other->count - other->mixed_at >= IQ_ACCESSES;
    uint64_t tick = limit;
    for (uint32_t n = 0; n < kept && !(in_order && newest); n++) {
        uint32_t at = (other->count - 1 - n) % IQ_ACCESSES;
        const struct iq_span *span = &other->spans[at];
        if (in_order && span->tick <= limit)
            break;
        if (span->tick > tick && span->lo < access->hi && span->hi > access->lo &&
            iq_access_conflicts(&other->accesses[at], access, whole)) {
            newest = &other->accesses[at];
            tick = span->tick;
        }
    }
    if (newest)
        return newest;
    return other->kernel_tick > limit ? kernel_conflict_in(other, limit, access, whole) : NULL;
}

/* Up to which tick [timeline] (NULL: the host) comes after what timeline [slot] does. */
static inline uint64_t limit_of(const struct iq_timeline *timeline, uint32_t slot)
{
    return timeline && timeline->known[slot] > iq_clock_reached[slot] ? timeline->known[slot]
                                                                      : iq_clock_reached[slot];
}

/* Has only [timeline] operations that are not known to be complete? */
static inline bool is_alone(const struct iq_timeline *timeline)
{
    uint64_t others = 0, self = (uint64_t)1 << timeline->slot % 64;
    for (uint32_t word = 0; word < sizeof state.pending / sizeof *state.pending; word++)
        others |= state.pending[word] & ~(word == timeline->slot / 64 ? self : 0);
    return !others;
}

IQ_FAST bool iq_clock_is_apart(const struct iq_timeline *timeline, uint64_t lo, uint64_t hi)
{
    if (__builtin_expect(is_alone(timeline), 1))
        return true;
    for (uint32_t word = 0; word < sizeof state.pending / sizeof *state.pending; word++)
        for (uint64_t left = state.pending[word]; left; left &= left - 1) {
            uint32_t i = word * 64 + (uint32_t)__builtin_ctzll(left);
            if (i != timeline->slot && timelines[i]->tick > limit_of(timeline, i) &&
                is_within(timelines[i], lo, hi))
                return false;
        }
    return true;
}

const struct iq_access *iq_clock_conflict(struct iq_timeline *timeline,
                                          const struct iq_access *access, bool whole,
                                          struct iq_timeline **owner)
{
    for (uint32_t word = 0; word < sizeof state.pending / sizeof *state.pending; word++)
        for (uint64_t left = state.pending[word]; left; left &= left - 1) {
            uint32_t i = word * 64 + (uint32_t)__builtin_ctzll(left);
            struct iq_timeline *other = timelines[i];
            uint64_t limit = limit_of(timeline, i);
            if (other == timeline || other->tick <= limit ||
                !is_within(other, access->lo, access->hi))
                continue;
            const struct iq_access *earlier = conflict_in(other, limit, access, whole);
            if (earlier) {
                *owner = other;
                return earlier;
            }
        }
    return NULL;
}

/* Works out what may touch [lo, hi). */
static void work_out(struct iq_timeline *timeline, uint64_t lo, uint64_t hi)
{
    struct iq_access accesses[2 * IQ_LATER_WORDS];
    for (uint32_t at = 0; timeline->laters && at < IQ_LATERS; at++) {
        struct iq_span *span = &timeline->later_spans[at];
        if (span->tick <= iq_clock_reached[timeline->slot] || span->lo >= hi || span->hi <= lo)
            continue;
        int count = timeline->laters[at].expand(&timeline->laters[at], accesses);
        for (int i = 0; i < count; i++)
            keep_kernel_access(timeline, &accesses[i], span->tick);
        span->tick = 0;
    }
}

/* Touches of [lo, hi) are of nothing any more. */
static void empty(struct iq_span *spans, struct iq_access *accesses, uint32_t count, uint64_t lo,
                  uint64_t hi)
{
    for (uint32_t at = 0; at < count; at++)
        if (spans[at].lo < hi && spans[at].hi > lo)
            spans[at].lo = spans[at].hi = accesses[at].lo = accesses[at].hi = 0;
}

void iq_clock_forget(uint64_t lo, uint64_t hi)
{
    iq_clock_end_epoch();
    for (uint32_t i = 0; i < timeline_count; i++) {
        struct iq_timeline *timeline = timelines[i];
        if (timeline->tick <= iq_clock_reached[i])
            continue;
        timeline->era++;
        empty(timeline->spans, timeline->accesses,
              timeline->count < IQ_ACCESSES ? timeline->count : IQ_ACCESSES, lo, hi);
        work_out(timeline, lo, hi);
        empty(timeline->kernel_spans, timeline->kernels,
              timeline->kernel_count < IQ_KERNEL_ACCESSES ? timeline->kernel_count
                                                          : IQ_KERNEL_ACCESSES,
              lo, hi);
    }
}

void iq_clock_after_fork(void)
{
    iq_clock_note_change();
    /* another thread may have been about to change these lists */
    memset(free_snapshots, 0, sizeof free_snapshots);
    retired_first = retired_last = NULL;
    while (timeline_count && !timelines[timeline_count - 1])
        timeline_count--;
    for (uint32_t i = 0; i < timeline_count; i++) {
        bool retired = timelines[i]->retired;
        timelines[i]->retired = false;
        timelines[i]->capture = 0;
        timelines[i]->stall.number = 0;
        if (retired)
            iq_clock_retire(timelines[i]);
    }
    iq_clock_done_all();
}

void iq_clock_reset(void)
{
    memset(timelines, 0, sizeof timelines);
    memset(iq_clock_reached, 0, sizeof iq_clock_reached);
    memset(&state, 0, sizeof state);
    iq_clock_end_epoch();
    memset(free_snapshots, 0, sizeof free_snapshots);
    retired_first = retired_last = NULL;
    timeline_count = next_shared = own_count = 0;
    mixed = false;
}
