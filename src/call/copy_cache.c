#include "call/copy_cache.h"

#include "base/hot.h"
#include "call/core.h"
#include "call/plan.h"
#include "call/thread.h"
#include "model/handle.h"

/* Of what comes once nothing is kept. */
IQ_COLD static void note(struct iq_call *call, struct iq_cached_copy *cached)
{
    cached->entry = NULL;
    cached->deaths = __atomic_load_n(&iq_handle_deaths, __ATOMIC_ACQUIRE);
    call->cached_copy = cached;
}

static inline struct iq_cached_pair *pair_of(struct iq_thread *thread, const struct iq_call *call)
{
    /* bits: most blocks are less far from each other, or in the same place of their distance */
    enum { NEAR = 26 };
    return &thread
                ->pairs[((call->args[0] >> NEAR) * 3 + (call->args[1] >> NEAR)) % IQ_CACHED_PAIRS];
}

/* Are other bytes of two known blocks copied?  Then [pair] is about them. */
static inline bool is_between(struct iq_cached_pair *pair, const struct iq_call *call)
{
    struct iq_cached_copy *cached = &pair->copy;
    uint64_t bytes = call->args[pair->bytes];
    if (!iq_copy_is_current(cached, call))
        return false;
    for (uint32_t left = pair->fixed; left; left &= left - 1)
        if (cached->args[__builtin_ctz(left)] != call->args[__builtin_ctz(left)])
            return false;
    for (int k = 0; k < IQ_CACHED_COPY_ACCESSES; k++) {
        uint64_t at = call->args[pair->arg[k]];
        if (at < pair->lo[k] || at >= pair->hi[k] || bytes - 1 >= pair->hi[k] - at)
            return false;
    }
    cached->bytes = bytes;
    for (int k = 0; k < IQ_CACHED_COPY_ACCESSES; k++) {
        struct iq_access *access = &cached->accesses[k];
        access->lo = call->args[pair->arg[k]];
        access->hi = access->lo + bytes;
    }
    return true;
}

IQ_FAST bool iq_copy_cache_find(struct iq_thread *thread, struct iq_call *call)
{
    uint64_t key = iq_copy_key(call);
    struct iq_cached_copy *cached = &thread->copies[(key >> 40) % IQ_CACHED_COPIES];
    if (!iq_copy_is_same(cached, call)) {
        bool known = cached->key == key;
        cached->key = key;
        struct iq_cached_pair *pair = pair_of(thread, call);
        if (known)
            note(call, cached);
        if (known || !is_between(pair, call))
            return false;
        cached = &pair->copy;
    }
    iq_copy_take(cached, call);
    return true;
}

/* Nothing about the arguments is to be said, or to be asked each time. */
static bool are_plain(const struct iq_thread *thread, const struct iq_call *call)
{
    const struct iq_handle *stream = call->found[call->plan->stream];
    uint64_t version = __atomic_load_n(&iq_range_version, __ATOMIC_ACQUIRE);
    if (thread->suspicion_count || call->odd_copy || call->unknown || iq_core.roomy ||
        (stream ? stream->kind != IQ_KIND_STREAM || iq_handle_is_dead(stream)
                : call->args[call->plan->stream] > 2))
        return false;
    for (uint32_t left = call->plan->access; left; left &= left - 1) {
        const struct iq_resolved *place = &thread->resolved[__builtin_ctz(left)];
        if (!place->live || place->doubtful || place->version != version)
            return false;
    }
    return true;
}

static void fill_cached(const struct iq_thread *thread, const struct iq_call *call,
                        struct iq_cached_copy *cached)
{
    cached->place.timeline = NULL;
    cached->epoch = 0;
    cached->ranges = thread->resolved[__builtin_ctz(call->plan->access)].version;
    cached->on_device = call->on_device;
    cached->stream = call->found[call->plan->stream];
    for (int i = 0; i < call->entry->arg_count; i++)
        cached->args[i] = call->args[i];
}

void iq_copy_cache_add(struct iq_thread *thread, struct iq_call *call)
{
    if (are_plain(thread, call))
        fill_cached(thread, call, call->cached_copy);
    else
        call->cached_copy = NULL;
}

/* Whole bytes of a block that the device reaches, with nothing next to it that matters. */
static bool is_simple(const struct iq_call *call, int i, const struct iq_resolved *place)
{
    return place->where & (IQ_WHERE_DEVICE | IQ_WHERE_PINNED) && place->range.size &&
           !call->entry->args[i].rows && place->size &&
           iq_range_holds(&place->range, place->address) &&
           place->size <= place->range.base + place->range.size - place->address;
}

static void fill_pair(const struct iq_thread *thread, const struct iq_call *call,
                      struct iq_cached_pair *pair)
{
    struct iq_cached_copy *cached = &pair->copy;
    int k = 0;
    cached->entry = NULL;
    cached->deaths = __atomic_load_n(&iq_handle_deaths, __ATOMIC_ACQUIRE);
    fill_cached(thread, call, cached);
    cached->elsewhere = true;
    cached->count = IQ_CACHED_COPY_ACCESSES;
    cached->from = cached->to = 0;
    pair->bytes = call->plan->bytes[__builtin_ctz(call->plan->access)];
    pair->fixed = ((1u << call->entry->arg_count) - 1) & ~(1u << pair->bytes | call->plan->access);
    for (uint32_t left = call->plan->access; left; left &= left - 1, k++) {
        int i = __builtin_ctz(left);
        const struct iq_resolved *place = &thread->resolved[i];
        bool write = call->plan->writes >> i & 1, host = place->where == IQ_WHERE_PINNED;
        if (!is_simple(call, i, place))
            return;
        *(write ? &cached->to : &cached->from) = place->where;
        cached->accesses[k] = (struct iq_access){ .arg = (int8_t)i, .write = write, .host = host };
        pair->arg[k] = (int8_t)i;
        pair->lo[k] = place->range.base;
        pair->hi[k] = place->range.base + place->range.size;
        if (host)
            cached->host = place->range;
    }
    cached->entry = call->entry;
}

void iq_copy_cache_add_pair(struct iq_thread *thread, struct iq_call *call)
{
    const struct iq_plan *plan = call->plan;
    if (__builtin_popcount(plan->access) != IQ_CACHED_COPY_ACCESSES ||
        plan->access >> IQ_PLAN_ACCESSES || plan->access & ~plan->after || plan->symbol >= 0 ||
        call->entry->shape || !are_plain(thread, call))
        return;
    int first = __builtin_ctz(plan->access),
        second = __builtin_ctz(plan->access & (plan->access - 1));
    if (plan->bytes[first] < 0 || plan->bytes[first] != plan->bytes[second])
        return;
    struct iq_cached_pair *pair = pair_of(thread, call);
    uint64_t key = thread->resolved[first].range.base ^ thread->resolved[second].range.base * 3;
    if (pair->copy.key == key &&
        thread->resolved[first].range.base != thread->resolved[second].range.base)
        fill_pair(thread, call, pair);
    pair->copy.key = key;
}
