/* unrecorded-event, no-timing-event: events that cannot say when they happened.  not-ready: one
 * that has not happened yet. */
#include "abi/cuda_abi.h"
#include "call/core.h"
#include "call/thread.h"
#include "call/walk.h"
#include "rules/rules.h"

static void explain_unrecorded(const struct iq_suspicion *suspicion, struct iq_call *call,
                               struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s was never recorded", iq_arg_name(call, suspicion->arg),
                  call->entry->name);
    iq_str_puts(&words->cause, "the event was ");
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_puts(&words->cause,
                call->result ? "; an event that was never recorded has no time"
                             : "; a wait for an event that was never recorded returns at once");
    iq_str_puts(
        &words->fix,
        "before this call, record the event (cudaEventRecord, cuEventRecord) on the stream whose work it marks");
}

static void explain_no_timing(const struct iq_suspicion *suspicion, struct iq_call *call,
                              struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s was created without timing",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_str_puts(&words->cause, "the event was ");
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_puts(&words->cause, " with the flag that disables timing, so it records no time");
    iq_str_puts(
        &words->fix,
        "create it with cudaEventCreate, or without cudaEventDisableTiming / CU_EVENT_DISABLE_TIMING");
}

static void explain_not_ready(const struct iq_suspicion *suspicion, struct iq_call *call,
                              struct iq_words *words)
{
    (void)suspicion;
    iq_str_printf(&words->message, "%s was called before the work was complete", call->entry->name);
    iq_str_puts(&words->cause,
                "the stream has not reached the event yet; this result is a status, not a failure");
    iq_str_puts(&words->fix, "wait with cudaEventSynchronize first, or call again later");
}

static void explain_captured(const struct iq_suspicion *suspicion, struct iq_call *call,
                             struct iq_words *words)
{
    iq_str_printf(&words->message,
                  "%s of %s was last recorded in a stream capture, and has no time",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_str_printf(
        &words->cause,
        "a stream capture records work without running it; the last capture was begun by %s ",
        iq_core.capture.entry->name);
    iq_put_ago(&words->cause, iq_core.capture.number, call->number);
    iq_str_puts(
        &words->fix,
        "record the events before and after cudaGraphLaunch, outside the capture; or capture them with cudaEventRecordExternal and read the time after a launch");
}

static bool wants_time(const struct iq_entry *entry)
{
    int events = 0;
    for (int i = 0; i < entry->arg_count; i++)
        events += entry->args[i].role == IQ_ROLE_QUERY && entry->args[i].kind == IQ_KIND_EVENT;
    return events == 2;
}

static void suspect_event(const struct iq_event *event, enum iq_rule_id rule, int rank,
                          void (*explain)(const struct iq_suspicion *, struct iq_call *,
                                          struct iq_words *))
{
    struct iq_suspicion suspicion = iq_suspicion_at(event, rule, rank, event->arg);
    suspicion.object = iq_object_of_handle(event->handle);
    suspicion.explain = explain;
    if (event->phase == IQ_PHASE_DONE) {
        suspicion.failed = IQ_SILENT;
        suspicion.done = IQ_NOTE;
    }
    iq_suspect(&suspicion);
}

static void check_time(const struct iq_event *event)
{
    const struct iq_handle *handle = event->handle;
    if ((event->result != CUDA_ERROR_INVALID_HANDLE && event->result != CUDA_ERROR_INVALID_VALUE) ||
        !handle || handle->kind != IQ_KIND_EVENT || iq_handle_is_dead(handle) ||
        !wants_time(event->call->entry) || handle->flags & IQ_HANDLE_ADOPTED)
        return;
    if (event->result == CUDA_ERROR_INVALID_VALUE &&
        (!(handle->flags & IQ_HANDLE_RECORDED) || handle->flags & IQ_HANDLE_NO_TIMING))
        return; /* those are 400 */
    /* The first of the two that is wrong gets the blame: later ranks are no higher. */
    if (!(handle->flags & IQ_HANDLE_RECORDED))
        suspect_event(event, IQ_RULE_UNRECORDED_EVENT, IQ_RANK_RANGE + 1, explain_unrecorded);
    else if (handle->flags & IQ_HANDLE_NO_TIMING)
        suspect_event(event, IQ_RULE_NO_TIMING_EVENT, IQ_RANK_RANGE, explain_no_timing);
    else if (iq_core.capture.number && handle->context == iq_thread_block->current)
        suspect_event(event, IQ_RULE_CAPTURE_VIOLATION, IQ_RANK_CODE, explain_captured);
}

static void check_wait(const struct iq_event *event)
{
    if (event->handle && event->handle->kind == IQ_KIND_EVENT &&
        !(event->handle->flags & (IQ_HANDLE_RECORDED | IQ_HANDLE_ADOPTED)) &&
        event->handle->created.entry)
        suspect_event(event, IQ_RULE_UNRECORDED_EVENT, IQ_RANK_CODE, explain_unrecorded);
}

static void check_ready(const struct iq_event *event)
{
    if (event->result != CUDA_ERROR_NOT_READY)
        return;
    struct iq_suspicion suspicion = iq_suspicion_at(event, IQ_RULE_NOT_READY, IQ_RANK_CODE, -1);
    suspicion.failed = IQ_NOTE;
    suspicion.explain = explain_not_ready;
    iq_suspect(&suspicion);
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(USE), IQ_PHASE_FAILED, check_time, .kinds = IQ_OF(EVENT), .apis = IQ_CUDA },
    { IQ_ON(USE), IQ_PHASE_DONE, check_wait, .kinds = IQ_OF(EVENT), .apis = IQ_CUDA },
    { IQ_ON(BEGIN), IQ_PHASE_FAILED, check_ready, .apis = IQ_CUDA },
};
const struct iq_rule_family iq_rules_event = { "event", subscriptions, IQ_COUNT_OF(subscriptions) };
