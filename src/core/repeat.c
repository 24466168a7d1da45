#include "core/repeat.h"

#include "base/hot.h"
#include "core/core.h"
#include "core/handle.h"
#include "core/plan.h"
#include "core/thread.h"

static inline uint64_t key_of(const struct iq_call *call) { return (call->args[0] + call->args[1] * 3) * 0x9e3779b97f4a7c15u | 1; }

static inline struct iq_repeat *place_of(struct iq_thread *thread, uint64_t key) { return &thread->repeats[(key >> 40) % IQ_REPEATS]; }

/* It was not made before, or all is different now.  What comes once is not worth keeping. */
static inline bool is_candidate(struct iq_call *call, struct iq_repeat *repeat, uint64_t key)
{
    call->repeat = repeat->key == key ? repeat : NULL;
    repeat->key = key;
    return false;
}

IQ_FAST bool iq_repeat_is(struct iq_thread *thread, struct iq_call *call)
{
    uint64_t key = key_of(call);
    struct iq_repeat *repeat = place_of(thread, key);
    if (repeat->entry != call->entry || repeat->ranges != __atomic_load_n(&iq_range_version, __ATOMIC_ACQUIRE) ||
        repeat->deaths != __atomic_load_n(&iq_handle_deaths, __ATOMIC_ACQUIRE))
        return is_candidate(call, repeat, key);
    for (int i = 0; i < call->entry->arg_count; i++)
        if (repeat->args[i] != call->args[i])
            return is_candidate(call, repeat, key);
    call->found[call->plan->stream] = repeat->stream;
    call->on_device = repeat->on_device;
    call->repeat = repeat;
    return true;
}

/* Nothing about the arguments is to be said, or to be asked each time. */
static bool are_plain(const struct iq_thread *thread, const struct iq_call *call)
{
    const struct iq_handle *stream = call->found[call->plan->stream];
    uint64_t version = iq_range_version;
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

void iq_repeat_begin(struct iq_thread *thread, struct iq_call *call, uint32_t deaths)
{
    struct iq_repeat *repeat = call->repeat;
    if (!are_plain(thread, call)) {
        call->repeat = NULL;
        return;
    }
    repeat->entry = NULL;
    repeat->timeline = NULL;
    repeat->ranges = thread->places[__builtin_ctz(call->plan->access)].version;
    repeat->deaths = deaths;
    repeat->on_device = call->on_device;
    repeat->stream = call->found[call->plan->stream];
    for (int i = 0; i < call->entry->arg_count; i++)
        repeat->args[i] = call->args[i];
}
