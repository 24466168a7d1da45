/* unchecked-error: the bad value comes from a call that failed, and nobody looked. */
#include <stdlib.h>
#include <string.h>

#include "abi/cuda_abi.h"
#include "abi/cudart_abi.h"
#include "abi/opencl_abi.h"
#include "call/core.h"
#include "call/findings.h"
#include "call/ledger.h"
#include "call/status.h"
#include "call/walk.h"
#include "rules/rules.h"

struct explain_unchecked {
    struct iq_call_ref failed; /* call */
    int64_t result;            /* of it */
    const char *message;       /* of the finding about it, NULL: none */
};
static void explain_unchecked(const struct iq_suspicion *suspicion, struct iq_call *call,
                              struct iq_words *words)
{
    const struct explain_unchecked *evidence = IQ_EVIDENCE(explain_unchecked, suspicion);
    const struct iq_entry *failed = evidence->failed.entry;
    uint64_t value = suspicion->member ? suspicion->member_value : call->args[suspicion->arg];
    iq_str_printf(&words->message, "%s of %s comes from a failed call to %s",
                  iq_guilty_name(suspicion, call), call->entry->name, failed->name);
    iq_str_printf(&words->cause, "%s returned %s ", failed->name,
                  iq_status_name(failed->api, evidence->result));
    iq_put_ago(&words->cause, evidence->failed.number, call->number);
    if (evidence->message)
        iq_str_printf(&words->cause, " (%s)", evidence->message);
    if (call->entry->args[suspicion->arg].role == IQ_ROLE_DEVICE)
        iq_str_printf(
            &words->cause,
            " and did not set its output: this call uses the value %d that the variable held before",
            (int)value);
    else if (value)
        iq_str_printf(&words->cause,
                      " and left 0x%llx in its output, which this call uses as if it were valid",
                      (unsigned long long)value);
    else
        iq_str_puts(&words->cause,
                    " and left NULL in its output, which this call uses as if it were valid");
    iq_str_printf(&words->fix, "check the result of %s where it is called, and fix that failure",
                  failed->name);
}

/* OpenCL and Vulkan leave NULL behind whatever failed: the youngest failure to make what is asked
 * for. */
static bool find_failure(const struct iq_event *event, bool handle, struct iq_failure *failure)
{
    if (handle && !event->value && event->call->entry->api >= IQ_API_OPENCL)
        return iq_ledger_find_kind((enum iq_kind)event->role->kind, failure);
    return iq_ledger_find(
        event->value, handle ? (enum iq_kind)event->role->kind : IQ_KIND_DEVICE_MEMORY, failure);
}

/* Memory that the host uses, too: NULL for a host buffer comes from malloc as a rule. */
static bool is_for_host(const struct iq_failure *failure)
{
    return failure->kind == IQ_KIND_PINNED_MEMORY || failure->kind == IQ_KIND_MANAGED_MEMORY;
}

/* The allocation that failed left no pitch either. */
static bool is_bad_pitch(const struct iq_event *event)
{
    return event->call->entry->api == IQ_API_CUDART && event->result == cudaErrorInvalidPitchValue;
}

static bool broke_capture(const struct iq_failure *failure)
{
    return failure->result >= CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED &&
           failure->result <= CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD;
}

void iq_blame_failure(const struct iq_event *event, int arg, const struct iq_failure *failed)
{
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_UNCHECKED_ERROR, IQ_RANK_SIZE - 2, arg);
    bool no_name =
        event->call->entry->api < IQ_API_OPENCL && failed->result == CUDA_ERROR_NOT_FOUND;
    /* the finding is about another call: what made this one fail, or an earlier use */
    bool has_root = failed->finding && (iq_findings_rule(failed->finding) == suspicion.rule ||
                                        !iq_findings_is_of(failed->finding, failed->ref.stack));
    bool image = failed->kind == IQ_KIND_MODULE || failed->kind == IQ_KIND_LIBRARY ||
                 failed->kind == IQ_KIND_VK_SHADER_MODULE;
    /* every call since then has failed for want of it, and stands there */
    bool context = failed->kind == IQ_KIND_CONTEXT;
    if (broke_capture(failed) || no_name || has_root || image || context ||
        (failed->kind == IQ_KIND_CL_KERNEL && failed->result == CL_INVALID_PROGRAM_EXECUTABLE))
        /* what broke the capture, which name is not there, what is wrong with the image, why the
         * program has no kernels, or what it began with is the better story */
        suspicion.folds_into = failed->finding;
    else
        suspicion.takes_over = failed->finding;
    suspicion.related[0].what = "the call that failed";
    suspicion.related[0].ref = failed->ref;
    suspicion.contain = event->phase == IQ_PHASE_BEFORE ? IQ_ANSWER_HANDLE : 0;
    IQ_EXPLAIN(&suspicion, explain_unchecked, .failed = failed->ref, .result = failed->result,
               .message = iq_findings_message(failed->finding));
    iq_suspect(&suspicion);
}

/* Handles and addresses that no live object explains. */
static void check_unchecked(const struct iq_event *event)
{
    struct iq_failure failure;
    bool handle = !event->place, ahead = event->phase == IQ_PHASE_BEFORE;
    /* NULL is the default stream for all others */
    bool ends_default =
        event->verb == IQ_VERB_DESTROY && event->role->kind == IQ_KIND_STREAM && !event->value;
    if (ahead && (event->value || event->call->entry->api < IQ_API_OPENCL) &&
        !(handle && iq_handle_will_crash(event)))
        /* the driver will say whether it minds; those of OpenCL and Vulkan do not look */
        return;
    if (handle ? event->handle && event->handle->kind == event->role->kind && !ends_default
               : event->place->live || event->place->freed)
        return; /* the object has a story of its own */
    if ((event->role->optional && !event->value && !ends_default) ||
        (handle && event->role->role == IQ_ROLE_STREAM && event->value <= 2) ||
        (!ahead && !iq_is_argument_error(event) && event->result != CUDA_ERROR_INVALID_HANDLE &&
         !is_bad_pitch(event)) ||
        !find_failure(event, handle, &failure))
        return;
    /* NULL may come from elsewhere; a creation of the same kind that failed a moment ago is no
     * coincidence, nor is one whose variable still holds what it left */
    bool fresh = iq_ledger_is_fresh(&failure, event->call->number) || failure.stands;
    if (!event->value && ((failure.excused && !broke_capture(&failure) && !fresh &&
                           event->call->entry->api < IQ_API_OPENCL) ||
                          failure.ref.thread != iq_thread_block->number))
        return;
    if (!handle && event->verb != IQ_VERB_DESTROY && event->bytes.space == IQ_SPACE_HOST &&
        !is_for_host(&failure))
        return;
    iq_blame_failure(event, event->arg, &failure);
}

/* A number of no device: drivers number them, so nothing else tells it from one that is there. */
static void check_device(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    struct iq_failure failure;
    if (event->result != CUDA_ERROR_INVALID_DEVICE && event->result != CUDA_ERROR_INVALID_VALUE)
        return;
    for (int i = 0; i < call->entry->arg_count; i++) {
        uint64_t number = (uint64_t)(int32_t)call->args[i];
        if (call->entry->args[i].role == IQ_ROLE_DEVICE && !iq_core_has_device((int)number) &&
            iq_ledger_find(number, IQ_KIND_DEVICE, &failure))
            iq_blame_failure(event, i, &failure);
    }
}

/* What asks for a device is not a use of one: its number is an ordinal. */
static bool takes_device(const struct iq_entry *entry)
{
    bool asks = false;
    for (int i = 0; i < entry->arg_count; i++)
        asks |= entry->args[i].role == IQ_ROLE_OUT && entry->args[i].kind == IQ_KIND_DEVICE;
    return !asks && iq_entry_arg(entry, IQ_ROLE_DEVICE) >= 0;
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(USE) | IQ_ON(DESTROY), IQ_PHASE_BEFORE, check_unchecked, .kinds = ~IQ_ALLOCATIONS },
    { IQ_ON(READ) | IQ_ON(WRITE) | IQ_ON(USE) | IQ_ON(DESTROY), IQ_PHASE_FAILED, check_unchecked,
      .kinds = IQ_ANY },
    { IQ_ON(BEGIN), IQ_PHASE_FAILED, check_device, .kinds = IQ_ANY, .apis = IQ_CUDA,
      .concerns = takes_device },
};
const struct iq_rule_family iq_rules_unchecked = { "unchecked", subscriptions,
                                                   IQ_COUNT_OF(subscriptions) };
