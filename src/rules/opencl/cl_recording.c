/* capture-violation, not-ready, in-use-by-queue: command buffers of OpenCL that are recorded,
 * finalized and enqueued in the wrong order. */

#include "abi/opencl_abi.h"
#include "api_opencl/objects.h"
#include "call/plan.h"
#include "call/walk.h"
#include "rules/rules.h"

enum state { OPEN, CLOSED, BUSY };

struct explain_recording {
    const struct iq_handle *buffer;
    enum state state; /* that it is in */
};
static void explain_recording(const struct iq_suspicion *suspicion, struct iq_call *call,
                              struct iq_words *words)
{
    const struct explain_recording *evidence = IQ_EVIDENCE(explain_recording, suspicion);
    const struct iq_handle *buffer = evidence->buffer;
    const char *name = iq_arg_name(call, suspicion->arg);
    switch (evidence->state) {
    case OPEN:
        iq_str_printf(&words->message, "%s of %s was never finalized", name, call->entry->name);
        iq_str_puts(&words->cause, "it was ");
        iq_put_history(&words->cause, &suspicion->object, call);
        iq_str_puts(&words->cause, "; it can be enqueued only after clFinalizeCommandBufferKHR");
        iq_str_puts(
            &words->fix,
            "call clFinalizeCommandBufferKHR when all commands are recorded, and check what it returns");
        return;
    case CLOSED:
        iq_str_printf(&words->message, "%s of %s is finalized: no more commands can be recorded",
                      name, call->entry->name);
        iq_str_printf(&words->cause, "%s finalized it ",
                      buffer->touched.entry ? buffer->touched.entry->name : "a call");
        iq_put_ago(&words->cause, buffer->touched.number, call->number);
        iq_str_puts(
            &words->fix,
            "record all commands before clFinalizeCommandBufferKHR, or create a second command buffer; a finalized one cannot be changed");
        return;
    case BUSY:
        iq_str_printf(&words->message, "%s of %s is still pending", name, call->entry->name);
        iq_str_puts(
            &words->cause,
            "it was enqueued earlier, nothing has waited for that execution, and it was created without CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR");
        iq_str_puts(
            &words->fix,
            "wait for the earlier clEnqueueCommandBufferKHR first, or create the command buffer with that flag where the device supports it");
        return;
    }
}

static const struct {
    enum state state;
    enum iq_rule_id rule;
} kinds[] = { { OPEN, IQ_RULE_NOT_READY },
              { CLOSED, IQ_RULE_CAPTURE_VIOLATION },
              { BUSY, IQ_RULE_IN_USE_BY_QUEUE } };

static void suspect_state(const struct iq_event *event, enum state state, int arg,
                          const struct iq_handle *buffer)
{
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, kinds[state].rule, IQ_RANK_CODE + 7, arg);
    suspicion.done = IQ_ERROR;
    suspicion.object = iq_object_of_handle(buffer);
    if (state == CLOSED) {
        suspicion.related[0].what = "it was finalized here";
        suspicion.related[0].ref = buffer->touched;
    }
    IQ_EXPLAIN(&suspicion, explain_recording, .buffer = buffer, .state = state);
    iq_suspect(&suspicion);
}

static bool enqueues(const struct iq_entry *entry) { return entry->flags & IQ_ENTRY_ASYNC; }

static void check_cl_recording(const struct iq_event *event)
{
    int arg = iq_cl_arg_named(event->call, "command_buffer");
    const struct iq_handle *buffer = iq_cl_object(event->call, arg);
    if (!buffer || buffer->flags & IQ_HANDLE_ADOPTED)
        return;
    bool closed = buffer->flags & IQ_HANDLE_RECORDED, enqueue = enqueues(event->call->entry);
    if (event->phase == IQ_PHASE_BEFORE && closed != enqueue)
        suspect_state(event, closed ? CLOSED : OPEN, arg, buffer);
    else if (event->phase == IQ_PHASE_FAILED && event->result == CL_INVALID_OPERATION && closed &&
             enqueue)
        suspect_state(event, BUSY, arg, buffer);
}

static bool records(const struct iq_entry *entry)
{
    int arg = iq_entry_arg_named(entry, "command_buffer");
    return arg >= 0 && !(entry->flags & IQ_ENTRY_QUERY) &&
           (entry->args[arg].role == IQ_ROLE_USE || entry->args[arg].role == IQ_ROLE_SIGNAL) &&
           entry->operation != IQ_OP_UPDATE_COMMANDS;
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(BEGIN), IQ_PHASE_BEFORE, check_cl_recording, .apis = IQ_IN(OPENCL),
      .concerns = records },
    { IQ_ON(BEGIN), IQ_PHASE_FAILED, check_cl_recording, .apis = IQ_IN(OPENCL),
      .concerns = records },
};
const struct iq_rule_family iq_rules_cl_recording = { "OpenCL command buffers", subscriptions,
                                                      IQ_COUNT_OF(subscriptions) };
