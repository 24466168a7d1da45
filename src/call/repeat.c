#include "call/repeat.h"

#include "base/hot.h"
#include "call/core.h"
#include "model/handle.h"
#include "call/plan.h"
#include "call/thread.h"

/* Of what comes once nothing is kept. */
IQ_COLD static void note(struct iq_call *call, struct iq_repeat *repeat)
{
    repeat->entry = NULL;
    repeat->deaths = __atomic_load_n(&iq_handle_deaths, __ATOMIC_ACQUIRE);
    call->repeat = repeat;
}

/* Has nothing changed since it was found out? */
static inline bool is_current(const struct iq_repeat *repeat, const struct iq_call *call)
{
    return repeat->entry == call->entry && repeat->ranges == __atomic_load_n(&iq_range_version, __ATOMIC_ACQUIRE) &&
           repeat->deaths == __atomic_load_n(&iq_handle_deaths, __ATOMIC_ACQUIRE);
}

static inline bool is_same(const struct iq_repeat *repeat, const struct iq_call *call)
{
    if (repeat->args[0] != call->args[0] || !is_current(repeat, call))
        return false;
    for (int i = 1; i < call->entry->arg_count; i++)
        if (repeat->args[i] != call->args[i])
            return false;
    return true;
}

static inline struct iq_repeat_pair *pair_of(struct iq_thread *thread, const struct iq_call *call)
{
    enum { NEAR = 26 };         /* bits: most blocks are less far from each other, or in the same place of their distance */
    return &thread->pairs[((call->args[0] >> NEAR) * 3 + (call->args[1] >> NEAR)) % IQ_REPEAT_PAIRS];
}

/* Are other bytes of two known blocks copied?  Then [pair] is about them. */
static inline bool is_between(struct iq_repeat_pair *pair, const struct iq_call *call)
{
    struct iq_repeat *repeat = &pair->repeat;
    uint64_t bytes = call->args[pair->bytes];
    if (!is_current(repeat, call))
        return false;
    for (uint32_t left = pair->fixed; left; left &= left - 1)
        if (repeat->args[__builtin_ctz(left)] != call->args[__builtin_ctz(left)])
            return false;
    for (int k = 0; k < IQ_REPEAT_TOUCHES; k++) {
        uint64_t at = call->args[pair->arg[k]];
        if (at < pair->lo[k] || at >= pair->hi[k] || bytes - 1 >= pair->hi[k] - at)
            return false;
    }
    repeat->bytes = bytes;
    for (int k = 0; k < IQ_REPEAT_TOUCHES; k++) {
        struct iq_touch *touch = &repeat->touches[k];
        touch->lo = call->args[pair->arg[k]];
        touch->hi = touch->lo + bytes;
    }
    return true;
}

IQ_FAST bool iq_repeat_is(struct iq_thread *thread, struct iq_call *call)
{
    uint64_t key = (call->args[0] + call->args[1] * 3) * 0x9e3779b97f4a7c15u | 1;
    struct iq_repeat *repeat = &thread->repeats[(key >> 40) % IQ_REPEATS];
    if (!is_same(repeat, call)) {
        bool known = repeat->key == key;
        repeat->key = key;
        struct iq_repeat_pair *pair = pair_of(thread, call);
        if (known)
            note(call, repeat);
        if (known || !is_between(pair, call))
            return false;
        repeat = &pair->repeat;
    }
    call->found[call->plan->stream] = repeat->stream;
    call->on_device = repeat->on_device;
    call->repeat = repeat;
    return true;
}

/* Nothing about the arguments is to be said, or to be asked each time. */
static bool are_plain(const struct iq_thread *thread, const struct iq_call *call)
{
    const struct iq_handle *stream = call->found[call->plan->stream];
    uint64_t version = __atomic_load_n(&iq_range_version, __ATOMIC_ACQUIRE);
    if (thread->suspicion_count || call->odd_copy || call->unknown || iq_core.roomy ||
        (stream ? stream->kind != IQ_KIND_STREAM || iq_handle_is_dead(stream) : call->args[call->plan->stream] > 2))
        return false;
    for (uint32_t left = call->plan->access; left; left &= left - 1) {
        const struct iq_place *place = &thread->places[__builtin_ctz(left)];
        if (!place->live || place->doubtful || place->version != version)
            return false;
    }
    return true;
}

static void fill(const struct iq_thread *thread, const struct iq_call *call, struct iq_repeat *repeat)
{
    repeat->place.timeline = NULL;
    repeat->ranges = thread->places[__builtin_ctz(call->plan->access)].version;
    repeat->on_device = call->on_device;
    repeat->stream = call->found[call->plan->stream];
    for (int i = 0; i < call->entry->arg_count; i++)
        repeat->args[i] = call->args[i];
}

void iq_repeat_begin(struct iq_thread *thread, struct iq_call *call)
{
    if (are_plain(thread, call))
        fill(thread, call, call->repeat);
    else
        call->repeat = NULL;
}

/* Whole bytes of a block that the device reaches, with nothing beside it that matters. */
static bool is_simple(const struct iq_call *call, int i, const struct iq_place *place)
{
    return place->where & (IQ_WHERE_DEVICE | IQ_WHERE_PINNED) && place->range.size && !call->entry->args[i].rows && place->size &&
           iq_range_holds(&place->range, place->address) && place->size <= place->range.base + place->range.size - place->address;
}

static void fill_pair(const struct iq_thread *thread, const struct iq_call *call, struct iq_repeat_pair *pair)
{
    struct iq_repeat *repeat = &pair->repeat;
    int k = 0;
    repeat->entry = NULL;
    repeat->deaths = __atomic_load_n(&iq_handle_deaths, __ATOMIC_ACQUIRE);
    fill(thread, call, repeat);
    repeat->elsewhere = true;
    repeat->count = IQ_REPEAT_TOUCHES;
    repeat->from = repeat->to = 0;
    pair->bytes = call->plan->bytes[__builtin_ctz(call->plan->access)];
    pair->fixed = ((1u << call->entry->arg_count) - 1) & ~(1u << pair->bytes | call->plan->access);
    for (uint32_t left = call->plan->access; left; left &= left - 1, k++) {
        int i = __builtin_ctz(left);
        const struct iq_place *place = &thread->places[i];
        bool write = call->plan->writes >> i & 1, host = place->where == IQ_WHERE_PINNED;
        if (!is_simple(call, i, place))
            return;
        *(write ? &repeat->to : &repeat->from) = place->where;
        repeat->touches[k] = (struct iq_touch){ .arg = (int8_t)i, .write = write, .host = host };
        pair->arg[k] = (int8_t)i;
        pair->lo[k] = place->range.base;
        pair->hi[k] = place->range.base + place->range.size;
        if (host)
            repeat->host = place->range;
    }
    repeat->entry = call->entry;
}

void iq_repeat_between(struct iq_thread *thread, struct iq_call *call)
{
    const struct iq_plan *plan = call->plan;
    if (__builtin_popcount(plan->access) != IQ_REPEAT_TOUCHES || plan->access >> IQ_PLAN_ACCESSES || plan->compared != plan->access || plan->symbol >= 0 ||
        call->entry->shape || !are_plain(thread, call))
        return;
    int first = __builtin_ctz(plan->access), second = __builtin_ctz(plan->access & (plan->access - 1));
    if (plan->bytes[first] < 0 || plan->bytes[first] != plan->bytes[second])
        return;
    struct iq_repeat_pair *pair = pair_of(thread, call);
    uint64_t key = thread->places[first].range.base ^ thread->places[second].range.base * 3;
    if (pair->repeat.key == key && thread->places[first].range.base != thread->places[second].range.base)
        fill_pair(thread, call, pair);
    pair->repeat.key = key;
}
