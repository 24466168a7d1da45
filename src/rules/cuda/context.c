/* not-initialized, no-context, context-destroyed, after-reset, after-fork, exit-order: the call had
 * no context to work in. */

#include <stdio.h>

#include "abi/cuda_abi.h"
#include "call/core.h"
#include "call/ledger.h"
#include "call/walk.h"
#include "iq_entries.h"
#include "process/stack.h"
#include "rules/rules.h"

static void explain_not_initialized(const struct iq_suspicion *suspicion, struct iq_call *call,
                                    struct iq_words *words)
{
    (void)suspicion;
    iq_str_printf(&words->message, "%s was called before cuInit had succeeded", call->entry->name);
    iq_str_puts(&words->cause,
                "no call of the driver API works before cuInit(0) has succeeded in this process");
    iq_str_puts(&words->fix, "call cuInit(0) once at the start and check its result");
}

static void explain_fork(const struct iq_suspicion *suspicion, struct iq_call *call,
                         struct iq_words *words)
{
    (void)suspicion;
    iq_str_printf(&words->message,
                  "%s cannot work in a forked child: the parent had already initialised the GPU",
                  call->entry->name);
    iq_str_puts(
        &words->cause,
        "a CUDA context does not survive fork; once the parent has initialised the driver, its forked children cannot use it");
    if (iq_core.initialised.entry)
        iq_str_printf(&words->cause, "; the parent did so in %s (shown as related)",
                      iq_core.initialised.entry->name);
    iq_str_puts(
        &words->fix,
        "fork before the first GPU call, or start the child with exec (Python: multiprocessing start method \"spawn\")");
}

static void explain_no_context(const struct iq_suspicion *suspicion, struct iq_call *call,
                               struct iq_words *words)
{
    const struct iq_thread *thread = suspicion->thread;
    iq_str_printf(&words->message, "%s was called on a thread without a current context",
                  call->entry->name);
    iq_str_printf(&words->cause, "each thread has its own current context; on thread %u ",
                  thread->number);
    if (thread->current_ref.entry)
        iq_str_printf(&words->cause, "%s last set it to none", thread->current_ref.entry->name);
    else
        iq_str_puts(&words->cause, "it was never set");
    iq_str_puts(&words->fix,
                "call cuCtxSetCurrent (or create or push a context) on this thread first");
}

static void explain_destroyed(const struct iq_suspicion *suspicion, struct iq_call *call,
                              struct iq_words *words)
{
    bool reset = suspicion->rule == IQ_RULE_AFTER_RESET;
    iq_str_printf(&words->message, "%s needs a context that %s", call->entry->name,
                  reset ? "was reset" : "was destroyed");
    iq_str_printf(&words->cause, "context 0x%llx was current on this thread; it was ",
                  (unsigned long long)suspicion->object.address);
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_puts(
        &words->fix,
        reset
            ? "reset the device only after the last GPU call, or use the device again only through new objects"
            : "make a live context current before this call, or destroy the context later");
}

static void explain_exit(const struct iq_suspicion *suspicion, struct iq_call *call,
                         struct iq_words *words)
{
    (void)suspicion;
    iq_str_printf(&words->message,
                  "%s was called while the process was ending, after the driver had shut down",
                  call->entry->name);
    iq_str_puts(
        &words->cause,
        "main has returned, and a destructor of a static object or an atexit handler still makes GPU calls");
    iq_str_puts(&words->fix,
                "release GPU objects before main returns, or ignore this error in destructors");
}

/* What the call was to release or use; a driver that has shut down says nothing about it. */
static void name_object(struct iq_suspicion *suspicion, const struct iq_call *call)
{
    for (int i = 0; i < call->entry->arg_count && !suspicion->object.kind; i++) {
        struct iq_range range;
        const struct iq_handle *handle =
            call->entry->args[i].kind ? iq_handle_find(call->entry->args[i].kind, call->args[i])
                                      : NULL;
        if (handle)
            suspicion->object = iq_object_of_handle(handle);
        else if (call->entry->args[i].role == IQ_ROLE_DELMEM && iq_resolved_range(call, i, &range))
            suspicion->object = iq_object_of_range(&range);
        else
            continue;
        suspicion->arg = i;
    }
}

static void explain_own_ipc(const struct iq_suspicion *suspicion, struct iq_call *call,
                            struct iq_words *words)
{
    (void)suspicion;
    iq_str_printf(&words->message, "%s cannot open a handle that this process itself exported",
                  call->entry->name);
    iq_str_puts(&words->cause, "inter-process handles can only be opened in other processes");
    iq_str_puts(&words->fix,
                "use the original pointer in this process; open the handle in another process");
}

static void suspect_context(const struct iq_event *event, const struct iq_context *context)
{
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_CONTEXT_DESTROYED, IQ_RANK_CONTEXT, -1);
    suspicion.object = (struct iq_object){ iq_kind_name(IQ_KIND_CONTEXT),
                                           "destroyed",
                                           context->value,
                                           0,
                                           context->device,
                                           context->created,
                                           context->destroyed };
    iq_blame_context(&suspicion, context);
    suspicion.explain = explain_destroyed;
    iq_suspect(&suspicion);
}

static void explain_released(const struct iq_suspicion *suspicion, struct iq_call *call,
                             struct iq_words *words)
{
    bool again = suspicion->rule == IQ_RULE_DOUBLE_DESTROY;
    if (again)
        iq_str_printf(
            &words->message,
            "%s releases a primary context whose last reference has already been released",
            call->entry->name);
    else
        iq_str_printf(&words->message, "%s needs the primary context, which was released",
                      call->entry->name);
    iq_str_printf(&words->cause, "context 0x%llx of device %d was released by %s ",
                  (unsigned long long)suspicion->object.address, suspicion->object.device,
                  suspicion->object.destroyed.entry->name);
    iq_put_ago(&words->cause, suspicion->object.destroyed.number, call->number);
    iq_str_puts(&words->cause,
                "; the last release destroys the context even where it is still current");
    iq_str_puts(&words->fix,
                again ? "release it once for each cuDevicePrimaryCtxRetain"
                      : "release it after the last call that needs it, or retain it once more");
}

static const struct iq_context *primary_of(int device)
{
    const struct iq_context *context = iq_context_first();
    while (context && !(context->primary && context->device == device))
        context = context->next;
    return context;
}

/* The driver says that the context is gone, and its last owner has given it up. */
static bool suspect_released(const struct iq_event *event)
{
    if (event->result != CUDA_ERROR_INVALID_CONTEXT &&
        event->result != CUDA_ERROR_CONTEXT_IS_DESTROYED)
        return false;
    bool releases = event->call->entry->operation == IQ_OP_RELEASE_PRIMARY_CONTEXT;
    const struct iq_context *context =
        releases ? primary_of((int)event->call->args[0]) : iq_thread_block->current;
    if (!context || !context->released.number)
        return false;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, releases ? IQ_RULE_DOUBLE_DESTROY : IQ_RULE_CONTEXT_DESTROYED,
                        IQ_RANK_CONTEXT, releases ? 0 : -1);
    suspicion.object = (struct iq_object){ iq_kind_name(IQ_KIND_CONTEXT),
                                           "destroyed",
                                           context->value,
                                           0,
                                           context->device,
                                           context->created,
                                           context->released };
    suspicion.cause = iq_context_cause(context);
    suspicion.explain = explain_released;
    iq_suspect(&suspicion);
    return true;
}

/* What every CUDA runtime calls by itself at exit; a real driver has gone by then and says so, in
 * correct programs too. */
static bool is_cleanup(const struct iq_call *call)
{
    return call->entry->operation == IQ_OP_UNLOAD_LIBRARY ||
           call->entry->operation == IQ_OP_RELEASE_PRIMARY_CONTEXT;
}

/* It is itself what sets the current context, so that the code is about its argument. */
static bool makes_current(const struct iq_entry *entry)
{
    int arg = iq_entry_arg(entry, IQ_ROLE_CURRENT);
    return arg >= 0 && entry->args[arg].form == IQ_FORM_HANDLE;
}

static void explain_primary(const struct iq_suspicion *suspicion, struct iq_call *call,
                            struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is the primary context of its device",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_str_puts(&words->cause, "the runtime and libraries share this context; only contexts of "
                               "cuCtxCreate can be destroyed");
    iq_str_puts(&words->fix, "give it back with cuDevicePrimaryCtxRelease, once for each "
                             "cuDevicePrimaryCtxRetain");
}

/* cuCtxDestroy of what cuDevicePrimaryCtxRetain returned. */
static bool suspect_primary(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    if (call->entry->operation != IQ_OP_DESTROY_CONTEXT ||
        event->result != CUDA_ERROR_INVALID_CONTEXT)
        return false;
    const struct iq_handle *handle = iq_resolved_handle(call, 0, IQ_KIND_CONTEXT);
    if (!handle || !handle->context || !handle->context->primary ||
        iq_context_is_dead(handle->context))
        return false;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_WRONG_TYPE_HANDLE, IQ_RANK_CODE + 5, 0);
    suspicion.object = iq_object_of_handle(handle);
    suspicion.explain = explain_primary;
    iq_suspect(&suspicion);
    return true;
}

/* The entry point that replaced one of the first versions of the driver; NULL. */
static const struct iq_entry *successor_of(const struct iq_entry *entry)
{
    enum { SEPARATE_TYPES = 4000 };
    char newer[64];
    snprintf(newer, sizeof newer, "%s_v2", entry->symbol);
    return entry->since < SEPARATE_TYPES && entry->api == IQ_API_CUDA
               ? iq_entry_find(IQ_API_CUDA, newer)
               : NULL;
}

static void explain_legacy(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    (void)suspicion;
    iq_str_printf(&words->message,
                  "%s is the entry point of CUDA before %u.%u, and cannot use this context",
                  call->entry->name, successor_of(call->entry)->since / 1000,
                  successor_of(call->entry)->since % 1000 / 10);
    iq_str_puts(&words->cause,
                "the driver refuses contexts of newer entry points to the old ones, which have "
                "other types; cuda.h replaces the name by that of the newer one");
    iq_str_printf(&words->fix,
                  "call %s; a program that looks up functions by name gets the right one "
                  "from cuGetProcAddress, and from dlsym with this suffix",
                  successor_of(call->entry)->symbol);
}

/* An old entry point, and a context that a newer one made. */
static bool suspect_legacy(const struct iq_event *event)
{
    const struct iq_context *context = iq_thread_block->current;
    if (event->result != CUDA_ERROR_INVALID_CONTEXT || !context || iq_context_is_dead(context) ||
        !successor_of(event->call->entry))
        return false;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_WRONG_CONTEXT, IQ_RANK_CODE + 4, -1);
    suspicion.explain = explain_legacy;
    iq_suspect(&suspicion);
    return true;
}

/* The finding about a call that should have made the context; 0: there is none.  What it left in
 * its variable may have been made current since. */
static uint64_t failed_context(const struct iq_call *call)
{
    const struct iq_thread *thread = iq_thread_block;
    struct iq_failure failure;
    bool found = (iq_ledger_find_kind(IQ_KIND_CONTEXT, &failure) &&
                  failure.ref.number > thread->current_ref.number) ||
                 (iq_ledger_find(0, IQ_KIND_CONTEXT, &failure) && failure.stands);
    return found && failure.ref.thread == thread->number &&
                   iq_ledger_is_fresh(&failure, call->number)
               ? failure.finding
               : 0;
}

static void check_context(const struct iq_event *event)
{
    const struct iq_thread *thread = iq_thread_block;
    struct iq_suspicion suspicion = iq_suspicion_at(event, IQ_RULE_NO_CONTEXT, IQ_RANK_CONTEXT, -1);
    if (suspect_released(event) || suspect_primary(event) || suspect_legacy(event))
        return;
    if (event->result == CUDA_ERROR_NOT_INITIALIZED ||
        (event->result == CUDA_ERROR_DEINITIALIZED && iq_core.inherited)) {
        suspicion.rule = iq_core.forked ? IQ_RULE_AFTER_FORK : IQ_RULE_NOT_INITIALIZED;
        suspicion.explain = iq_core.forked ? explain_fork : explain_not_initialized;
        suspicion.cause = iq_cause(iq_core.forked ? IQ_CAUSE_FORKED : IQ_CAUSE_NOT_INITIALIZED, 0);
        if (iq_core.forked && iq_core.initialised.stack) {
            suspicion.related[0].what = "the parent initialised the driver here";
            suspicion.related[0].ref = iq_core.initialised;
        }
    } else if (event->result == CUDA_ERROR_DEINITIALIZED) {
        if (iq_core.exiting && iq_stack_is_hidden(event->call->site.pc))
            return; /* no frame of the program asked for it */
        suspicion.rule = IQ_RULE_EXIT_ORDER;
        suspicion.failed = is_cleanup(event->call) ? IQ_NOTE : IQ_WARNING;
        suspicion.explain = explain_exit;
        name_object(&suspicion, event->call);
        suspicion.cause =
            iq_cause(is_cleanup(event->call) ? IQ_CAUSE_CLEAN_UP : IQ_CAUSE_DRIVER_ENDED, 0);
    } else if ((event->result == CUDA_ERROR_INVALID_CONTEXT ||
                event->result == CUDA_ERROR_CONTEXT_IS_DESTROYED) &&
               thread->current && iq_context_is_dead(thread->current)) {
        suspect_context(event, thread->current);
        return;
    } else if (event->result == CUDA_ERROR_INVALID_CONTEXT && !thread->current && thread->lost) {
        suspect_context(event, thread->lost);
        return;
    } else if (event->result == CUDA_ERROR_INVALID_CONTEXT &&
               event->call->entry->flags & IQ_ENTRY_IPC) {
        suspicion.rule = IQ_RULE_WRONG_CONTEXT;
        suspicion.explain = explain_own_ipc;
        suspicion.arg = iq_entry_arg_named(event->call->entry, "handle");
    } else if (event->result == CUDA_ERROR_INVALID_CONTEXT && !thread->current &&
               !makes_current(event->call->entry)) {
        suspicion.explain = explain_no_context;
        suspicion.folds_into = failed_context(event->call);
        if (event->call->entry->flags & IQ_ENTRY_QUERY)
            suspicion.failed = IQ_NOTE; /* a library asks whether there is one */
        suspicion.cause =
            iq_cause(IQ_CAUSE_NO_CONTEXT, thread->number + (thread->current_ref.number << 20));
    } else
        return;
    iq_suspect(&suspicion);
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(BEGIN), IQ_PHASE_FAILED, check_context, .apis = IQ_CUDA },
};
const struct iq_rule_family iq_rules_context = { "context", subscriptions,
                                                 IQ_COUNT_OF(subscriptions) };
