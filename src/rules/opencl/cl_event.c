/* event-failed, never-signalled, callback-blocks, no-timing-event, and wrong events: OpenCL. */
#include <string.h>

#include "abi/opencl_abi.h"
#include "api_opencl/driver.h"
#include "api_opencl/objects.h"
#include "api_opencl/waiting.h"
#include "call/plan.h"
#include "call/thread.h"
#include "call/walk.h"
#include "rules/rules.h"

/* --- waiting for what fails or never comes
 * ------------------------------------------------------------------------ */

struct explain_failed_event {
    const struct iq_cl_event *event;
    uint32_t index; /* of the event in the list */
};
static void explain_failed_event(const struct iq_suspicion *suspicion, struct iq_call *call,
                                 struct iq_words *words)
{
    const struct explain_failed_event *evidence = IQ_EVIDENCE(explain_failed_event, suspicion);
    const struct iq_cl_event *details = evidence->event;
    iq_str_printf(&words->message, "%s[%u] of %s depends on a user event that was set to an error",
                  iq_arg_name(call, suspicion->arg), evidence->index, call->entry->name);
    iq_str_printf(&words->cause, "%s set event 0x%llx to %d ",
                  details->set.entry ? details->set.entry->name : "a call",
                  (unsigned long long)suspicion->object.address, details->status);
    const char *name = iq_status_name(IQ_API_OPENCL, details->status);
    if (strcmp(name, "unknown error"))
        iq_str_printf(&words->cause, "(%s) ", name);
    iq_put_ago(&words->cause, details->set.number, call->number);
    iq_str_puts(&words->cause,
                "; every command that waits for it, directly or indirectly, fails, too");
    if (call->answered)
        iq_str_puts(&words->cause, "; some drivers never return from this call");
    iq_str_puts(
        &words->fix,
        "set the event to CL_COMPLETE when its work is done, or do not enqueue commands that depend on it after it has failed");
}

static void explain_never(const struct iq_suspicion *suspicion, struct iq_call *call,
                          struct iq_words *words)
{
    iq_str_printf(&words->message, "%s waits for a user event that can no longer be set",
                  call->entry->name);
    iq_str_printf(&words->cause, "event 0x%llx was ",
                  (unsigned long long)suspicion->object.address);
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_puts(
        &words->cause,
        ", and clSetUserEventStatus was never called for it; commands that wait for it never run, and this call would not return");
    iq_str_puts(&words->fix,
                "call clSetUserEventStatus(event, CL_COMPLETE) before the last clReleaseEvent");
}

static void check_waiting(const struct iq_event *event)
{
    const struct iq_cl_waiting *waiting = event->wait.events;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, waiting->failed ? IQ_RULE_EVENT_FAILED : IQ_RULE_NEVER_SIGNALLED,
                        IQ_RANK_FOREIGN, event->arg);
    bool waits = event->arg < 0 || event->call->entry->flags & IQ_ENTRY_SYNC_EVENT;
    suspicion.done = IQ_ERROR;
    suspicion.object = iq_object_of_handle(waiting->root);
    suspicion.contain = event->arg < 0             ? CL_OUT_OF_RESOURCES
                        : waits && waiting->failed ? IQ_ANSWER_NONE
                                                   : CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    suspicion.cause = iq_handle_cause(waiting->root);
    if (waiting->failed) {
        suspicion.related[0].what = "the event was set to an error here";
        suspicion.related[0].ref = waiting->details->set;
    }
    suspicion.explain = explain_never;
    if (waiting->failed)
        IQ_EXPLAIN(&suspicion, explain_failed_event, .event = waiting->details,
                   .index = waiting->index);
    iq_suspect(&suspicion);
}

struct explain_some_failed {
    int status; /* of the event that is the object */
};
static void explain_some_failed(const struct iq_suspicion *suspicion, struct iq_call *call,
                                struct iq_words *words)
{
    int status = IQ_EVIDENCE(explain_some_failed, suspicion)->status;
    iq_str_printf(&words->message, "a command that %s waits for has failed", call->entry->name);
    if (suspicion->object.kind) {
        iq_str_printf(&words->cause, "event 0x%llx ended with %d (%s); it was ",
                      (unsigned long long)suspicion->object.address, status,
                      iq_status_name(IQ_API_OPENCL, status));
        iq_put_history(&words->cause, &suspicion->object, call);
    } else
        iq_str_puts(&words->cause, "one of the events has a negative status");
    iq_str_puts(&words->fix,
                "check the command of that event: its status says more than this error code");
}

/* After the failure the implementation is asked which event it was. */
static void check_status(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    int list = iq_entry_arg(call->entry, IQ_ROLE_WAITS);
    uint64_t values[16];
    if (event->result != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST || list < 0)
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_EVENT_FAILED, IQ_RANK_CODE + 5, list);
    uint32_t count = iq_walk_list(call, list, 0, values, 16);
    cl_int status = 0;
    for (uint32_t i = 0; i < count && !suspicion.object.kind; i++) {
        const struct iq_handle *handle = iq_handle_find(IQ_KIND_CL_EVENT, values[i]);
        if (!handle || iq_handle_is_dead(handle) || !iq_cl_driver.clGetEventInfo ||
            iq_cl_driver.clGetEventInfo((cl_event)(uintptr_t)values[i],
                                        CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status,
                                        NULL) ||
            status >= 0)
            continue;
        suspicion.object = iq_object_of_handle(handle);
    }
    IQ_EXPLAIN(&suspicion, explain_some_failed, .status = status);
    iq_suspect(&suspicion);
}

/* --- lists
 * ------------------------------------------------------------------------------------------
 */

struct explain_list {
    uint32_t count; /* of events, as it was passed */
};
static void explain_list(const struct iq_suspicion *suspicion, struct iq_call *call,
                         struct iq_words *words)
{
    unsigned count = IQ_EVIDENCE(explain_list, suspicion)->count;
    const char *list = iq_arg_name(call, suspicion->arg);
    if (count) {
        iq_str_printf(&words->message, "%s of %s is NULL, but the number of events is %u", list,
                      call->entry->name, count);
        iq_str_puts(&words->fix, "pass the events, or 0 as their number");
    } else if (!call->args[call->plan->waits]) {
        iq_str_printf(&words->message, "%s waits for nothing: %s is 0", call->entry->name, list);
        iq_str_puts(&words->cause, "a wait needs at least one event");
        iq_str_puts(&words->fix, "pass the events, or clFinish the queue");
        return;
    } else {
        iq_str_printf(&words->message, "%s of %s is not NULL, but the number of events is 0", list,
                      call->entry->name);
        iq_str_puts(&words->fix, "pass the number of events, or NULL");
    }
    iq_str_puts(&words->cause, "pass both the list and its number, or neither");
}

static void check_list(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    int list = call->plan->waits;
    uint32_t count = (uint32_t)call->args[call->entry->args[list].size_arg];
    /* of a command it is none */
    bool nothing = !count && !call->args[list] && call->entry->flags & IQ_ENTRY_SYNC_EVENT;
    if (!count == !call->args[list] && !nothing)
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, count ? IQ_RULE_NULL_POINTER : IQ_RULE_BAD_SIZE, IQ_RANK_NULL,
                        count ? list : call->entry->args[list].size_arg);
    /* a list that is not looked at does no harm */
    suspicion.done = count ? IQ_ERROR : IQ_SILENT;
    IQ_EXPLAIN(&suspicion, explain_list, .count = count);
    iq_suspect(&suspicion);
}

/* --- events of the wrong sort
 * ------------------------------------------------------------------------------------- */

struct explain_profiling {
    bool user;     /* it is a user event */
    bool profiled; /* its queue keeps times */
};
static void explain_profiling(const struct iq_suspicion *suspicion, struct iq_call *call,
                              struct iq_words *words)
{
    const struct explain_profiling *evidence = IQ_EVIDENCE(explain_profiling, suspicion);
    iq_str_printf(&words->message, "%s of %s records no times", iq_arg_name(call, suspicion->arg),
                  call->entry->name);
    iq_str_puts(&words->cause, "the event was ");
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_puts(&words->cause,
                evidence->user ? "; a user event has no command and no times"
                : evidence->profiled
                    ? "; its command is not complete yet"
                    : ", on a queue that was created without CL_QUEUE_PROFILING_ENABLE");
    iq_str_puts(&words->fix,
                evidence->user ? "pass the event of a command"
                : evidence->profiled
                    ? "wait for the event first"
                    : "create the queue with CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE");
}

static void check_profiling(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    bool failed = event->phase == IQ_PHASE_FAILED;
    if (failed && event->result != CL_PROFILING_INFO_NOT_AVAILABLE)
        return;
    const struct iq_handle *handle = iq_cl_object(call, 0);
    if (!handle || handle->kind != IQ_KIND_CL_EVENT)
        return;
    const struct iq_cl_event *details = iq_cl_event_of(handle);
    const struct iq_cl_queue *queue = iq_cl_queue_of(handle->owner);
    bool user = details && details->user,
         profiled = queue && queue->known && queue->properties & CL_QUEUE_PROFILING_ENABLE;
    if ((!user && (!queue || !queue->known)) || failed != profiled)
        return;
    struct iq_suspicion suspicion = iq_suspicion_at(
        event, profiled ? IQ_RULE_NOT_READY : IQ_RULE_NO_TIMING_EVENT, IQ_RANK_FOREIGN, 0);
    suspicion.object = iq_object_of_handle(handle);
    if (profiled)
        suspicion.failed = IQ_NOTE;
    else
        suspicion.done = IQ_ERROR;
    IQ_EXPLAIN(&suspicion, explain_profiling, .user = user, .profiled = profiled);
    iq_suspect(&suspicion);
}

struct explain_status {
    bool user; /* it is a user event; else one of a command */
};
static void explain_status(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    bool user = IQ_EVIDENCE(explain_status, suspicion)->user;
    iq_str_printf(&words->message,
                  user ? "%s of %s has already been set"
                       : "%s of %s is the event of a command, not a user event",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_str_puts(&words->cause, "the event was ");
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_puts(&words->cause, user ? "; the status of a user event can be set only once"
                                    : "; the implementation sets the status of commands itself");
    iq_str_puts(&words->fix, user ? "set it in one place" : "use an event from clCreateUserEvent");
}

static void check_status_of(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    const struct iq_handle *handle = iq_cl_object(call, 0);
    const struct iq_cl_event *details = iq_cl_event_of(handle);
    bool user = details && details->user;
    if (!handle || handle->flags & IQ_HANDLE_ADOPTED || (user && details->pending))
        return;
    struct iq_suspicion suspicion = iq_suspicion_at(
        event, user ? IQ_RULE_DOUBLE_DESTROY : IQ_RULE_WRONG_TYPE_HANDLE, IQ_RANK_FOREIGN, 0);
    suspicion.object = iq_object_of_handle(handle);
    suspicion.done = IQ_ERROR;
    if (user) {
        suspicion.related[0].what = "it was set here";
        suspicion.related[0].ref = details->set;
    }
    IQ_EXPLAIN(&suspicion, explain_status, .user = user);
    iq_suspect(&suspicion);
}

/* --- callbacks
 * ------------------------------------------------------------------------------------------
 */

struct explain_callback {
    const struct iq_entry *given; /* call that the callback was given to, NULL: not known */
};
static void explain_callback(const struct iq_suspicion *suspicion, struct iq_call *call,
                             struct iq_words *words)
{
    const struct iq_entry *given = IQ_EVIDENCE(explain_callback, suspicion)->given;
    iq_str_printf(&words->message, "%s is called inside a callback, but may block",
                  call->entry->name);
    iq_str_printf(
        &words->cause,
        "the callback was registered with %s; it runs on a thread of the implementation, and what the call waits for may need "
        "that thread, so the call may never return",
        given ? given->name : "a call");
    iq_str_puts(
        &words->fix,
        "enqueue without blocking and use events for the order, or let another thread do the waiting");
}

static void check_callback(const struct iq_event *event)
{
    const struct iq_thread *thread = iq_thread_block;
    const struct iq_call *call = event->call;
    if (__builtin_expect(!thread || !thread->callback, 1))
        return;
    int blocking = call->plan->blocking;
    bool waits = call->entry->flags & (IQ_ENTRY_SYNC_EVENT | IQ_ENTRY_SYNC_STREAM) ||
                 (iq_cl_builds(call->entry) && !call->args[iq_cl_arg_named(call, "pfn_notify")]);
    if (!waits && (blocking < 0 || !call->args[blocking]))
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_CALLBACK_BLOCKS, IQ_RANK_FOREIGN, waits ? -1 : blocking);
    suspicion.done = IQ_ERROR;
    suspicion.related[0].what = "the callback was registered here";
    suspicion.related[0].ref = *thread->callback;
    IQ_EXPLAIN(&suspicion, explain_callback, .given = thread->callback->entry);
    iq_suspect(&suspicion);
}

static bool has_list(const struct iq_entry *entry) { return entry->plan->waits >= 0; }
/* What calls that wait, and those that the specification keeps out of callbacks though they may
 * only take long, have in common. */
static bool may_block(const struct iq_entry *entry)
{
    return entry->flags & (IQ_ENTRY_SYNC_EVENT | IQ_ENTRY_SYNC_STREAM) ||
           entry->plan->blocking >= 0 || iq_cl_builds(entry);
}

static bool asks_for_times(const struct iq_entry *entry)
{
    return entry->operation == IQ_OP_GET_EVENT_TIMES;
}
static bool sets_event(const struct iq_entry *entry)
{
    return !iq_plan_is_command(entry) && iq_entry_arg(entry, IQ_ROLE_SIGNAL) == 0 &&
           entry->args[0].kind == IQ_KIND_CL_EVENT;
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(WAIT), IQ_PHASE_BEFORE, check_waiting, .kinds = IQ_OF(CL_EVENT),
      .apis = IQ_IN(OPENCL) },
    { IQ_ON(BEGIN), IQ_PHASE_FAILED, check_status, .apis = IQ_IN(OPENCL) },
    { IQ_ON(BEGIN), IQ_PHASE_BEFORE, check_list, .apis = IQ_IN(OPENCL), .concerns = has_list },
    { IQ_ON(BEGIN), IQ_PHASE_BEFORE, check_profiling, .apis = IQ_IN(OPENCL),
      .concerns = asks_for_times },
    { IQ_ON(BEGIN), IQ_PHASE_FAILED, check_profiling, .apis = IQ_IN(OPENCL),
      .concerns = asks_for_times },
    { IQ_ON(BEGIN), IQ_PHASE_BEFORE, check_status_of, .apis = IQ_IN(OPENCL),
      .concerns = sets_event },
    { IQ_ON(BEGIN), IQ_PHASE_BEFORE, check_callback, .apis = IQ_IN(OPENCL), .concerns = may_block },
};
const struct iq_rule_family iq_rules_cl_event = { "OpenCL events", subscriptions,
                                                  IQ_COUNT_OF(subscriptions) };
