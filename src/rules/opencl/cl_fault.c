/* earlier-fault: OpenCL.  A kernel that faults on a GPU breaks its queue or context, and the next
 * call that waits is told so in the words of another mistake. */

#include "abi/opencl_abi.h"
#include "api_opencl/launches.h"
#include "call/core.h"
#include "call/ledger.h"
#include "call/status.h"
#include "call/walk.h"
#include "rules/faults/opencl_crash.h"
#include "rules/rules.h"

enum { NVIDIA_ILLEGAL_ACCESS = -9999, SHOWN = 3 };

struct explain_broken {
    const char *kernels[SHOWN]; /* that may have faulted, launched at .related; NULL after them */
};
static void explain_broken(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    const char *const *names = IQ_EVIDENCE(explain_broken, suspicion)->kernels;
    iq_str_printf(&words->message, "%s reports that an earlier kernel failed", call->entry->name);
    if (call->result == CL_INVALID_COMMAND_QUEUE)
        iq_str_puts(
            &words->cause,
            "the queue handle is valid: drivers return CL_INVALID_COMMAND_QUEUE after a kernel has broken the queue, usually by an out-of-bounds access");
    else
        iq_str_printf(
            &words->cause,
            "drivers return %lld from waits after a kernel has broken the context, usually by an out-of-bounds access",
            (long long)call->result);
    for (int i = 0; i < SHOWN && names[i]; i++) {
        iq_str_printf(&words->cause, "%s%s ",
                      i ? ", " : "; kernels that may still have been running: ", names[i]);
        iq_put_ago(&words->cause, suspicion->related[i].ref.number, call->number);
    }
    iq_str_puts(
        &words->fix,
        "fix the kernel, not this call: check its indices against the sizes of its buffers; clFinish after each launch identifies the kernel, and a run "
        "on a CPU device with --deep shows the work-item and the line");
}

/* May the call be the first to learn of it? */
static bool is_told(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    const struct iq_entry *entry = call->entry;
    bool reads = iq_entry_arg(entry, IQ_ROLE_BLOCKING) >= 0 &&
                 iq_entry_arg(entry, IQ_ROLE_READ_OBJECT) >= 0,
         waits = reads || entry->flags & (IQ_ENTRY_SYNC_STREAM | IQ_ENTRY_SYNC_EVENT);
    if (event->result == NVIDIA_ILLEGAL_ACCESS || (event->result == CL_OUT_OF_RESOURCES && waits))
        return true;
    const struct iq_handle *queue =
        event->result == CL_INVALID_COMMAND_QUEUE ? iq_cl_object(call, 0) : NULL;
    return queue && queue->kind == IQ_KIND_CL_QUEUE && !iq_handle_is_dead(queue) &&
           queue->created.number;
}

static void check_cl_fault(const struct iq_event *event)
{
    const struct iq_cl_launch *launch, *only = NULL;
    if (!is_told(event))
        return;
    /* more than that memory is short, less than what is known of the call */
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_EARLIER_FAULT, IQ_RANK_CODE + 9, -1);
    const char *names[SHOWN] = { NULL };
    struct iq_failure failure;
    int count = 0;
    for (uint32_t i = 0; count < SHOWN && (launch = iq_cl_launch_get(i)); i++) {
        if (!launch->name || !iq_cl_launch_is_pending(launch))
            continue;
        only = launch;
        names[count] = launch->name;
        suspicion.related[count].what = "kernel launch that may have faulted";
        suspicion.related[count++].ref = launch->ref;
    }
    if (!count)
        return;
    if (count == 1)
        suspicion.related[0].what = "kernel launch that most likely faulted";
    if (count == 1 && iq_cl_null_of_failure(only, &failure) >= 0)
        suspicion.folds_into = failure.finding;
    suspicion.cause = iq_cause(IQ_CAUSE_CL_BROKEN, 0);
    IQ_EXPLAIN(&suspicion, explain_broken, .kernels = { names[0], names[1], names[2] });
    iq_suspect(&suspicion);
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(END), IQ_PHASE_FAILED, check_cl_fault, .apis = IQ_IN(OPENCL) },
};
const struct iq_rule_family iq_rules_cl_fault = { "OpenCL faults", subscriptions,
                                                  IQ_COUNT_OF(subscriptions) };
