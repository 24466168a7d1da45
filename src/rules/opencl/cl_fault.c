/* earlier-fault: OpenCL.  A kernel that faults on a GPU breaks its queue or context, and the next call that waits is told so in the words of another mistake. */
#include <string.h>

#include "call/core.h"
#include "api_opencl/launches.h"
#include "call/status.h"
#include "rules/rules.h"

enum { OUT_OF_RESOURCES = -5, INVALID_COMMAND_QUEUE = -36, NVIDIA_ILLEGAL_ACCESS = -9999, SHOWN = 3, BROKEN = 0xc1fa };

static void explain(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    const char *const *names = (const char *const *)suspicion->pointer;
    iq_str_printf(&words->message, "%s is told that a kernel which ran before it has failed", call->entry->name);
    if (call->result == INVALID_COMMAND_QUEUE)
        iq_str_puts(&words->cause, "the queue is alive: drivers answer CL_INVALID_COMMAND_QUEUE when a kernel has broken it, mostly by an access out of bounds");
    else
        iq_str_printf(&words->cause, "drivers answer %lld to waits when a kernel has broken the context, mostly by an access out of bounds", (long long)call->result);
    for (int i = 0; i < SHOWN && names[i]; i++) {
        iq_str_printf(&words->cause, "%s%s ", i ? ", " : "; not known to be over: ", names[i]);
        iq_name_ago(&words->cause, suspicion->related[i].mark.number, call->number);
    }
    iq_str_puts(&words->fix, "look at the kernel, not at this call: compare its indices with the sizes of its buffers; clFinish behind each launch finds the one, and a run "
                "on a CPU device with --deep names the work-item and the line");
}

/* May the call be the first to learn of it? */
static bool is_told(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    bool waits = !strcmp(call->entry->name, "clFinish") || !strcmp(call->entry->name, "clWaitForEvents") || strstr(call->entry->name, "EnqueueRead");
    if (event->result == NVIDIA_ILLEGAL_ACCESS || (event->result == OUT_OF_RESOURCES && waits))
        return true;
    const struct iq_handle *queue = event->result == INVALID_COMMAND_QUEUE ? iq_cl_object(call, 0) : NULL;
    return queue && queue->kind == IQ_KIND_CL_QUEUE && !iq_handle_is_dead(queue) && queue->created.number;
}

static void check(const struct iq_event *event)
{
    const struct iq_cl_launch *launch;
    if (!iq_is_opencl(event->call->entry) || !is_told(event))
        return;
    struct iq_suspicion suspicion = iq_suspicion_at(event, "earlier-fault", IQ_RANK_CODE + 9, -1);     /* more than that memory is short, less than what is known of the call */
    int count = 0;
    for (uint32_t i = 0; count < SHOWN && (launch = iq_cl_launch_get(i)); i++) {
        if (!launch->name || !iq_cl_launch_is_pending(launch))
            continue;
        suspicion.pointer[count] = launch->name;
        suspicion.related[count].what = "kernel launch that may have faulted";
        suspicion.related[count++].mark = launch->mark;
    }
    if (!count)
        return;
    if (count == 1)
        suspicion.related[0].what = "kernel launch that most likely faulted";
    suspicion.cause = BROKEN;
    suspicion.explain = explain;
    iq_suspect(&suspicion);
}

static const struct iq_subscription subscriptions[] = { { IQ_BIT(END), IQ_PHASE_FAILED, check, NULL } };
const struct iq_rule_family iq_rules_cl_fault = { "OpenCL faults", subscriptions, IQ_COUNT_OF(subscriptions) };
