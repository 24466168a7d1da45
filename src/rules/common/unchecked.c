/* unchecked-error: the bad value comes from a call that failed, and nobody looked. */
#include <stdlib.h>
#include <string.h>

#include "call/core.h"
#include "call/ledger.h"
#include "call/report.h"
#include "call/status.h"
#include "call/walk.h"
#include "rules/rules.h"

enum { INVALID_EXECUTABLE = -45, NOT_FOUND = 500 };

static void explain(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    const struct iq_entry *failed = suspicion->pointer[0];
    uint64_t value = call->args[suspicion->arg];
    iq_str_printf(&words->message, "%s of %s comes from a %s that failed", iq_arg_name(call, suspicion->arg), call->entry->name,
                  failed->name);
    const char *told = suspicion->pointer[1];
    iq_str_printf(&words->cause, "%s returned %s ", failed->name, iq_status_name(failed->api, (int64_t)suspicion->number[0]));
    iq_name_ago(&words->cause, suspicion->number[1], call->number);
    if (told)
        iq_str_printf(&words->cause, " (%s)", told);
    if (value)
        iq_str_printf(&words->cause, " and left 0x%llx in its output, which is used here as if it had succeeded", (unsigned long long)value);
    else
        iq_str_puts(&words->cause, " and left NULL in its output, which is used here as if it had succeeded");
    iq_str_printf(&words->fix, "check the result of %s where it is called; that failure is the one to repair", failed->name);
}

/* OpenCL and Vulkan leave NULL behind whatever failed: the youngest failure to make what is asked for. */
static bool find(const struct iq_event *event, bool handle, struct iq_failure *failure)
{
    if (handle && !event->value && event->call->entry->api >= IQ_API_OPENCL)
        return iq_ledger_find_kind((enum iq_kind)event->role->kind, failure);
    return iq_ledger_find(event->value, failure);
}

/* Handles and addresses that no live object explains. */
static void check(const struct iq_event *event)
{
    struct iq_failure failure;
    bool handle = event->kind == IQ_EVENT_USE || event->kind == IQ_EVENT_DESTROY, ahead = event->phase == IQ_PHASE_BEFORE;
    if (ahead && (event->value || event->call->entry->api < IQ_API_OPENCL))
        return;         /* the driver will say whether it minds; those of OpenCL and Vulkan do not look */
    if (handle ? event->handle && event->handle->kind == event->role->kind : event->place->live || event->place->freed)
        return;         /* the object has a story of its own */
    if ((event->role->optional && !event->value) || (handle && event->role->role == IQ_ROLE_STREAM && event->value <= 2) ||
        (!ahead && !iq_is_argument_error(event) && event->result != 400) || !find(event, handle, &failure))
        return;
    /* NULL may come from elsewhere; a creation of the same kind that failed a moment ago is no coincidence */
    bool fresh = iq_ledger_is_fresh(&failure, event->call->number) && (!handle || iq_kind_fits(event->role->kind, failure.kind));
    bool capture = failure.result >= 900 && failure.result <= 908;      /* what broke the capture is the better story */
    if (!event->value && ((failure.excused && !capture && !fresh && event->call->entry->api < IQ_API_OPENCL) || failure.mark.thread != iq_thread_block->number))
        return;
    if (handle ? !iq_kind_fits(event->role->kind, failure.kind) : failure.kind > IQ_KIND_HOST_MEMORY || event->space == IQ_SPACE_HOST)
        return;
    struct iq_suspicion suspicion = iq_suspicion_at(event, "unchecked-error", IQ_RANK_SIZE - 2, event->arg);
    suspicion.pointer[0] = failure.mark.entry;
    suspicion.pointer[1] = iq_report_message_of(failure.finding);
    suspicion.number[0] = (uint64_t)failure.result;
    suspicion.number[1] = failure.mark.number;
    bool no_name = event->call->entry->api < IQ_API_OPENCL && failure.result == NOT_FOUND;
    const char *rule = iq_report_rule_of(failure.finding);
    bool used_before = rule && !strcmp(rule, suspicion.rule);
    if (capture || no_name || used_before || (failure.kind == IQ_KIND_CL_KERNEL && failure.result == INVALID_EXECUTABLE))
        suspicion.folds_into = failure.finding;         /* which name is not there, why the program has no kernels, or its first use is the better story */
    else
        suspicion.takes_over = failure.finding;
    suspicion.related[0].what = "the call that failed";
    suspicion.related[0].mark = failure.mark;
    suspicion.contain = ahead ? IQ_ANSWER_HANDLE : 0;
    suspicion.explain = explain;
    iq_suspect(&suspicion);
}

static const struct iq_subscription subscriptions[] = {
    { IQ_BIT(USE), IQ_PHASE_BEFORE, check, NULL },
    { IQ_BIT(READ) | IQ_BIT(WRITE) | IQ_BIT(FREE) | IQ_BIT(USE) | IQ_BIT(DESTROY), IQ_PHASE_FAILED, check, NULL },
};
const struct iq_rule_family iq_rules_unchecked = { "unchecked", subscriptions, IQ_COUNT_OF(subscriptions) };
