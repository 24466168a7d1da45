#include "rules/faults/failed.h"

#include "call/api.h"
#include "call/core.h"
#include "call/result.h"
#include "call/status.h"
#include "call/walk.h"
#include "rules/rules.h"

static void explain_limit(const struct iq_suspicion *suspicion, struct iq_call *call,
                          struct iq_words *words)
{
    (void)suspicion;
    iq_str_printf(
        &words->message,
        "%s is not supported by the software device, or not with these arguments: " IQ_SOFT_LIMIT,
        call->entry->name);
    iq_str_puts(
        &words->cause,
        "the software device implements what programs commonly use and returns 801 for the rest; on a real GPU the call may work");
    iq_str_puts(
        &words->fix,
        "run with --device real where there is a GPU; check the device's attribute first, and provide a fallback");
}

static void explain_not_supported(const struct iq_suspicion *suspicion, struct iq_call *call,
                                  struct iq_words *words)
{
    (void)suspicion;
    iq_str_printf(&words->message,
                  "%s is not supported by this device or its driver, or not with these arguments",
                  call->entry->name);
    iq_str_puts(
        &words->cause,
        "the driver has the call, but it needs another GPU, a newer driver, or another mode of the driver");
    iq_str_puts(
        &words->fix,
        "check the device's attribute before the call, and provide a fallback for devices without it");
}

static void explain_unknown(const struct iq_suspicion *suspicion, struct iq_call *call,
                            struct iq_words *words)
{
    (void)suspicion;
    const char *name = iq_status_name(call->entry->api, call->result);
    iq_str_printf(&words->message, "%s failed with %s, and no rule explains why", call->entry->name,
                  name);
    if (call->inner && call->inner != call->entry && call->inner_result)
        iq_str_printf(&words->cause, "%s returned %lld to it; ", call->inner->symbol,
                      (long long)call->inner_result);
    iq_str_puts(&words->cause,
                "none of the arguments contradicts what inquest knows of the objects");
    iq_str_printf(
        &words->fix,
        "see `inquest explain %s`; please report a failed call without an explanation as a bug of inquest",
        name);
}

struct iq_suspicion iq_failed_unexplained(const struct iq_call *call)
{
    bool supported = call->result != call->plan->api->not_supported;
    struct iq_suspicion suspicion = { .rule = IQ_RULE_FAILED_CALL,
                                      .arg = -1,
                                      .failed = IQ_ERROR,
                                      .done = IQ_SILENT,
                                      .explain =
                                          supported ? explain_unknown : explain_not_supported };
    if (!supported && iq_core.soft) {
        iq_make_limit(&suspicion);
        suspicion.explain = explain_limit;
    }
    return suspicion;
}

static bool is_read(struct iq_call *call)
{
    struct iq_stack room;
    const struct iq_stack *stack = iq_stack_get(iq_call_stack(call), &room);
    return iq_call_result_use(call, stack) == IQ_RESULT_READ;
}

bool iq_failed_is_excusable(struct iq_call *call, enum iq_rule_id rule)
{
    switch (rule) {
    case IQ_RULE_OUT_OF_MEMORY:
    case IQ_RULE_FILE_NOT_FOUND:
    case IQ_RULE_IMAGE_NOT_RECOGNIZED:
    case IQ_RULE_IMAGE_TRUNCATED:
    case IQ_RULE_IMAGE_CORRUPT:
    case IQ_RULE_IMAGE_WRONG_ARCH:
    case IQ_RULE_PTX_VERSION:
    case IQ_RULE_PTX_TARGET:
    case IQ_RULE_PTX_SYNTAX: return true;
    case IQ_RULE_UNKNOWN_HANDLE: return call->entry->flags & IQ_ENTRY_TRIED;
    /* an attribute that the driver may not have */
    case IQ_RULE_BAD_FLAGS: return iq_entry_only_asks(call->entry) && is_read(call);
    default: return false;
    }
}

bool iq_failed_is_answer(const struct iq_call *call, enum iq_rule_id rule)
{
    const struct iq_api *api = call->plan->api;
    if (api->is_lacking && api->is_lacking(call->result))
        return true;
    switch (rule) {
    case IQ_RULE_ALREADY_REGISTERED:
    case IQ_RULE_NOT_REGISTERED:
    case IQ_RULE_OUT_OF_MEMORY:
    case IQ_RULE_SYMBOL_NOT_FOUND:
    case IQ_RULE_BAD_FORMAT:
    case IQ_RULE_FILE_NOT_FOUND:
    case IQ_RULE_IMAGE_WRONG_ARCH: return true;
    case IQ_RULE_BAD_FLAGS:
    case IQ_RULE_NULL_POINTER:
    case IQ_RULE_UNKNOWN_POINTER:
    case IQ_RULE_BAD_DEVICE: return iq_entry_only_asks(call->entry);
    default: return false;
    }
}

bool iq_failed_is_of_host(enum iq_rule_id rule)
{
    return rule == IQ_RULE_HOST_OVERRUN || rule == IQ_RULE_HOST_USE_AFTER_FREE ||
           rule == IQ_RULE_HOST_UNMAPPED || rule == IQ_RULE_HOST_READ_ONLY ||
           rule == IQ_RULE_HOST_DEREF_DEVICE || rule == IQ_RULE_HOST_READ_IN_FLIGHT ||
           rule == IQ_RULE_HOST_WRITE_IN_FLIGHT || rule == IQ_RULE_HOST_ACCESS_FLAGS ||
           rule == IQ_RULE_HOST_COHERENCE;
}
