#include "call/result.h"

#include "call/query.h"
#include "process/peek.h"

/* Of a thunk of ours, which leads to its target. */
static enum iq_result_use use_as_argument(uintptr_t patch)
{
    struct iq_target target;
    if (!iq_peek_quietly(&target, patch, sizeof target) || !target.entry)
        return IQ_RESULT_UNKNOWN;
    return target.entry->arg_count ? IQ_RESULT_READ : IQ_RESULT_UNUSED;
}

enum iq_result_use iq_call_result_use(const struct iq_call *call, const struct iq_stack *stack)
{
    return stack && stack->count && stack->pc[0] == call->site.pc
               ? iq_result_use_of(stack->pc, stack->count, use_as_argument)
               : IQ_RESULT_UNKNOWN;
}
