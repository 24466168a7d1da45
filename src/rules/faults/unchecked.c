#include "rules/faults/unchecked.h"

#include "call/core.h"
#include "call/findings.h"
#include "call/result.h"

/* A launch with <<<>>>: the function that the compiler made for it loses the result. */
static bool is_by_compiler(const struct iq_call *call, const struct iq_stack *stack)
{
    return call->entry->flags & IQ_ENTRY_LAUNCH && call->entry->api == IQ_API_CUDART && stack &&
           stack->count && stack->pc[0] != call->site.pc;
}

enum iq_unchecked iq_unchecked_judge(struct iq_call *call, struct iq_str *cause)
{
    struct iq_stack room;
    const struct iq_stack *stack = iq_stack_get(iq_call_stack(call), &room);
    if (call->entry->api > IQ_API_CUDART || call->entry->flags & IQ_ENTRY_NO_STATUS ||
        call->outer || !stack || !iq_rule_is_enabled(IQ_RULE_UNCHECKED_ERROR))
        return IQ_UNCHECKED_NO;
    if (is_by_compiler(call, stack))
        return IQ_UNCHECKED_LAUNCH;
    switch (iq_call_result_use(call, stack)) {
    case IQ_RESULT_READ: return IQ_UNCHECKED_NO;
    case IQ_RESULT_UNKNOWN:
        return stack->interpreter || stack->python ? IQ_UNCHECKED_NO : IQ_UNCHECKED_PERHAPS;
    default: break;
    }
    iq_str_puts(cause, "; the program ignores the result of this call");
    if (call->entry->api == IQ_API_CUDART)
        iq_str_puts(cause, "; only cudaGetLastError could still return it");
    return IQ_UNCHECKED_CERTAIN;
}

void iq_unchecked_overwritten(const struct iq_thread *thread, enum iq_error_end end)
{
    const struct iq_last_error *last = &thread->last_error;
    static const char *const ends[] = {
        [IQ_ERROR_END_OF_THREAD] = "its thread ended",
        [IQ_ERROR_END_OF_PROGRAM] = "the program ended",
        [IQ_ERROR_END_REPLACED] = "the next failure took its place",
    };
    const char *when = ends[end];
    char text[240];
    struct iq_str out;
    if (!last->finding || !last->result || last->asked || last->unchecked == IQ_UNCHECKED_NO)
        return;
    iq_str_init_buffer(&out, text, sizeof text);
    if (last->unchecked == IQ_UNCHECKED_CERTAIN)
        iq_str_printf(&out, ", and it was not called before %s: the failure went unnoticed", when);
    else if (last->unchecked == IQ_UNCHECKED_LAUNCH)
        iq_str_printf(
            &out,
            "; a <<<>>> launch returns no result, and the program did not call cudaGetLastError before %s: the failure went unnoticed",
            when);
    else
        iq_str_printf(
            &out,
            "; the failure probably went unnoticed: the program did not call cudaGetLastError before %s, and the code after the call does not seem to read its result",
            when);
    iq_findings_add_unchecked(last->finding, text);
}

void iq_unchecked_at_exit(void)
{
    for (struct iq_thread *thread = iq_thread_first(); thread; thread = thread->next) {
        /* a program that has looked at the result and ends looks the same */
        if (thread->last_error.unchecked != IQ_UNCHECKED_PERHAPS)
            iq_unchecked_overwritten(thread, IQ_ERROR_END_OF_PROGRAM);
        thread->last_error.unchecked = IQ_UNCHECKED_NO;
    }
}
