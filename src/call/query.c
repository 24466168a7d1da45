#include "call/query.h"

#include <stddef.h>

#include "base/hot.h"
#include "call/core.h"
#include "call/plan.h"
#include "call/thread.h"
#include "process/peek.h"

/* thunk.S of src/arch */
_Static_assert(offsetof(struct iq_target, enter) == 0 &&
                   offsetof(struct iq_target, original) == 8 &&
                   offsetof(struct iq_target, wrapper) == 16 &&
                   offsetof(struct iq_target, entry) == 24,
               "the thunk's target");
_Static_assert(offsetof(struct iq_call_here, query) == 0 &&
                   offsetof(struct iq_call_here, top) == 8 &&
                   offsetof(struct iq_call_here, passed) == 16 &&
                   offsetof(struct iq_call_here, asked) == 32,
               "the thunk's thread");
_Static_assert(offsetof(struct iq_asked, entry) == 0 && offsetof(struct iq_asked, handle) == 8 &&
                   offsetof(struct iq_asked, known) == 16 &&
                   offsetof(struct iq_asked, changes) == 24 && sizeof(struct iq_asked) == 32 &&
                   IQ_ASKED == 1 << (32 - 28),
               "the thunk's questions");

bool iq_query_is(const struct iq_entry *entry)
{
    if (!iq_core.ready || !(entry->flags & IQ_ENTRY_PASSES))
        return false;
    const struct iq_plan *plan = iq_plan_of(entry);
    return plan->counted && (!plan->steps || plan->steps == IQ_STEPS_OF_ERROR_QUERY);
}

int iq_query_asks(const struct iq_entry *entry)
{
    if (!iq_core.ready || !(entry->flags & IQ_ENTRY_ASKS))
        return -1;
    const struct iq_plan *plan = iq_plan_of(entry);
    return plan->asks ? __builtin_ctz(plan->handles) : -1;
}

/* As the thunk does. */
static struct iq_asked *asked_of(const struct iq_entry *entry, uint64_t handle)
{
    uint32_t both = (uint32_t)(uintptr_t)entry + (uint32_t)handle;
    return &iq_call_here.asked[both * 0x9e3779b1u >> 28];
}

IQ_FAST void iq_query_keep(const struct iq_call *call, const bool *known, uint32_t changes)
{
    static const bool always = true;
    uint64_t handle = call->args[__builtin_ctz(call->plan->handles)];
    *asked_of(call->entry, handle) = (struct iq_asked){
        .entry = call->entry, .handle = handle, .known = known ? known : &always, .changes = changes
    };
}

struct iq_query_thunks iq_query_thunks;

void iq_query_set_thunks(uintptr_t begin, uintptr_t end)
{
    iq_query_thunks = (struct iq_query_thunks){ begin, end - begin };
}

/* The caller's side of [frame]. */
static struct iq_site site_of(const struct iq_query_frame *frame)
{
    uint32_t count = frame->target->entry->arg_count;
    const uint64_t *back = frame->args + count + (count & 1);
    return (struct iq_site){ (uintptr_t)*back, (uintptr_t)(back + 1) };
}

static uint64_t widened(const struct iq_arg *role, uint64_t value)
{
    uint32_t unused = role->bytes && role->bytes < 8 ? 64 - 8u * role->bytes : 0;
    return role->is_signed ? (uint64_t)((int64_t)(value << unused) >> unused)
                           : value << unused >> unused;
}

/* The query of [frame] becomes a call, as if its wrapper had been called. */
static struct iq_call *begin(const struct iq_query_frame *frame)
{
    struct iq_thread *thread = iq_thread_block;
    const struct iq_entry *entry = frame->target->entry;
    for (int i = 0; i < entry->arg_count; i++)
        thread->query_args[i] = widened(&entry->args[i], frame->args[i]);
    iq_call_here.query = IQ_CALL_CLOSED;
    if (iq_call_here.passed)
        iq_call_here.passed--;
    iq_call_here.begun = &thread->query;
    iq_call_enter(&thread->query, entry, thread->query_args, site_of(frame));
    return &thread->query;
}

/* One that was left by longjmp may have been overwritten but for the address below it. */
static bool is_whole(const struct iq_query_frame *frame)
{
    uintptr_t enter;
    return iq_peek(&enter, (uintptr_t)frame->target + offsetof(struct iq_target, enter),
                   sizeof enter, true) &&
           iq_query_is_thunk(enter);
}

IQ_COLD struct iq_call *iq_call_begin_query(uintptr_t sp)
{
    const struct iq_query_frame *frame = (const struct iq_query_frame *)iq_call_here.query;
    if (iq_query_is_around(sp) && is_whole(frame))
        return begin(frame);
    iq_call_here.query = 0; /* it was left by longjmp, or has not called the real function yet */
    return iq_call_here.top;
}

IQ_FAST bool iq_query_covers(uintptr_t sp)
{
    if (iq_query_is_around(sp))
        return true;
    if (iq_call_here.query > IQ_CALL_CLOSED)
        iq_call_here.query = 0;
    return false;
}

void iq_query_back(const struct iq_query_frame *frame, int32_t result)
{
    struct iq_call *begun = iq_call_here.begun;
    bool passing = iq_call_here.query == (uintptr_t)frame;
    if (begun && begun->tracked && !passing)
        iq_call_leave(begun, result);
    else if (result) /* also if a signal came before it was called, and it was taken for left */
        iq_call_leave(begin(frame), result);
    else if (passing)
        iq_call_here.query = 0;
}
