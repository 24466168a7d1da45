#include "core/opencl/again.h"

#include <string.h>

#include "base/hot.h"
#include "core/clock.h"
#include "core/hostheap.h"
#include "core/hostmem.h"
#include "core/memory.h"
#include "core/opencl/launches.h"
#include "core/opencl/objects.h"
#include "core/plan.h"
#include "core/thread.h"
#include "core/walk.h"

/* Does [call] ask for nothing but its command? */
static bool is_plain(const struct iq_call *call)
{
    const struct iq_plan *plan = call->plan;
    return !call->outer && (plan->made_event < 0 || !call->args[plan->made_event]) && (plan->waits < 0 || !iq_walk_has_list(call, plan->waits));
}

/* The pattern of a fill is read by the call itself: is it where nobody can have freed it unseen? */
static bool is_pattern_there(const struct iq_call *call)
{
    int pattern = call->plan->pattern;
    uint64_t address = pattern < 0 ? 0 : call->args[pattern];
    return pattern < 0 || iq_hostmem_is_in_frames(address, call->site.sp) || iq_hostheap_covers(address, call->args[call->plan->pattern_size]);
}

static uint32_t argument_changes(const struct iq_call *call, void *const found[8])
{
    const struct iq_cl_kernel *kernel = call->plan->kernel < 0 ? NULL : iq_cl_kernel_of(found[call->plan->kernel]);
    return kernel ? __atomic_load_n(&kernel->changes, __ATOMIC_ACQUIRE) : 0;
}

/* What they are, not where a launch's sizes stand; those are compared word by word. */
static inline bool are_args_same(const struct iq_cl_again *again, const struct iq_call *call)
{
    uint32_t count = call->entry->arg_count;
    for (uint32_t i = 0; i < count; i++)
        if (again->args[i] != call->args[i] && (!(call->plan->addresses >> i & 1) || !again->args[i] || !call->args[i]))
            return false;
    return true;
}

static inline bool is_same(const struct iq_cl_again *again, const struct iq_call *call)
{
    return again->entry == call->entry && again->changes == iq_cl_changes() && again->site.pc == call->site.pc && !call->outer && are_args_same(again, call) &&
           (call->plan->kernel < 0 || (again->arguments == argument_changes(call, again->found) && iq_cl_launch_is_like(call, &again->shape))) &&
           is_pattern_there(call);
}

IQ_FAST bool iq_cl_again_is(struct iq_thread *thread, struct iq_call *call)
{
    uint64_t key = (call->args[1] + call->args[2] * 3 + call->site.pc) * 0x9e3779b97f4a7c15u | 1;
    struct iq_cl_again *again = thread->agains ? &thread->agains[(key >> 40) % IQ_CL_AGAINS] : NULL;
    if (__builtin_expect(again && is_same(again, call), 1)) {
        memcpy(call->found, again->found, sizeof call->found);
        call->again = again;
        return true;
    }
    if (!is_plain(call) || (!again && !(thread->agains = iq_core_alloc(IQ_CL_AGAINS * sizeof *again))))
        return false;
    again = &thread->agains[(key >> 40) % IQ_CL_AGAINS];
    if (again->key == key) {
        again->entry = NULL;
        again->changes = iq_cl_changes();
        call->again = again;
    }
    again->key = key;
    return false;
}

/* Is that the queue's own order, and nothing behind the arguments that may change unseen? */
static bool is_steady(const struct iq_call *call)
{
    const struct iq_plan *plan = call->plan;
    const struct iq_handle *handle = iq_cl_object(call, plan->queue);
    const struct iq_cl_queue *queue = iq_cl_queue_of(handle);
    if (!queue || !queue->known || queue->properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE || call->unknown)
        return false;
    for (uint32_t left = plan->objects; left; left &= left - 1) {
        const struct iq_memobj *memory = iq_memobj_of(iq_cl_object(call, __builtin_ctz(left)));
        if (!memory || memory->host_ptr)
            return false;
    }
    return plan->kernel < 0 || iq_cl_launch_is_steady(call);
}

void iq_cl_again_keep(struct iq_call *call, const struct iq_touch *touches, int count, bool advances)
{
    struct iq_cl_again *again = call->again;
    if (again->entry || iq_thread_block->suspicion_count || count > IQ_CL_AGAIN_TOUCHES || !is_steady(call))
        return;
    for (int i = 0; i < count; i++)
        if (touches[i].host)
            return;
    again->site = call->site;
    memcpy(again->args, call->args, (size_t)call->entry->arg_count * sizeof *again->args);
    memcpy(again->found, call->found, sizeof again->found);
    memcpy(again->touches, touches, (size_t)count * sizeof *touches);
    again->count = (uint8_t)count;
    again->advances = advances;
    again->arguments = argument_changes(call, call->found);
    if (call->plan->kernel >= 0)
        again->shape = *iq_cl_launch_shape(call);
    again->entry = call->entry;
}

IQ_FAST bool iq_cl_again_is_latest(struct iq_call *call)
{
    const struct iq_cl_again *again = call->again;
    return again && again->entry && iq_clock_is_latest(again) && again->stack == iq_call_stack(call) &&
           (call->plan->kernel < 0 || iq_cl_launch_is_latest(iq_cl_kernel_of(call->found[call->plan->kernel])));
}

void iq_cl_again_failed(struct iq_call *call)
{
    call->again->entry = NULL;
    call->again = NULL;
    memset(call->found, 0, sizeof call->found);
    iq_walk_check_before(iq_thread_block, call);
}
