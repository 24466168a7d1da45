#include "core/repeat.h"

#include "base/hot.h"
#include "core/core.h"
#include "core/handle.h"
#include "core/plan.h"
#include "core/thread.h"

/* Of what comes once nothing is kept. */
IQ_COLD static void note(struct iq_call *call, struct iq_repeat *repeat)
{
    repeat->entry = NULL;
    repeat->deaths = __atomic_load_n(&iq_handle_deaths, __ATOMIC_ACQUIRE);
    call->repeat = repeat;
}

static inline bool is_same(const struct iq_repeat *repeat, const struct iq_call *call)
{
    if (repeat->args[0] != call->args[0] || repeat->entry != call->entry || repeat->ranges != __atomic_load_n(&iq_range_version, __ATOMIC_ACQUIRE) ||
        repeat->deaths != __atomic_load_n(&iq_handle_deaths, __ATOMIC_ACQUIRE))
        return false;
    for (int i = 1; i < call->entry->arg_count; i++)
        if (repeat->args[i] != call->args[i])
            return false;
    return true;
}

IQ_FAST bool iq_repeat_is(struct iq_thread *thread, struct iq_call *call)
{
    uint64_t key = (call->args[0] + call->args[1] * 3) * 0x9e3779b97f4a7c15u | 1;
    struct iq_repeat *repeat = &thread->repeats[(key >> 40) % IQ_REPEATS];
    if (!is_same(repeat, call)) {
        if (repeat->key == key)
            note(call, repeat);
        repeat->key = key;
        return false;
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

void iq_repeat_begin(struct iq_thread *thread, struct iq_call *call)
{
    struct iq_repeat *repeat = call->repeat;
    if (!are_plain(thread, call)) {
        call->repeat = NULL;
        return;
    }
    repeat->timeline = NULL;
    repeat->ranges = thread->places[__builtin_ctz(call->plan->access)].version;
    repeat->on_device = call->on_device;
    repeat->stream = call->found[call->plan->stream];
    for (int i = 0; i < call->entry->arg_count; i++)
        repeat->args[i] = call->args[i];
}
