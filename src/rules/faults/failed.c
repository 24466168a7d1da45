#include "rules/faults/failed.h"

#include "call/api.h"
#include "call/core.h"
#include "call/status.h"

void iq_failed_explain(const struct iq_suspicion *suspicion, struct iq_call *call,
                       struct iq_words *words)
{
    (void)suspicion;
    const char *name = iq_status_name(call->entry->api, call->result);
    if (call->result == call->plan->api->not_supported) {
        iq_str_printf(&words->message, "%s is not supported by %s, or not with these arguments",
                      call->entry->name,
                      iq_core.soft ? "the software device" : "this device or its driver");
        iq_str_puts(
            &words->cause,
            iq_core.soft
                ? "the software device implements what programs commonly use and returns 801 for the rest; on a real GPU the call may work"
                : "the driver has the call, but it needs another GPU, a newer driver, or another mode of the driver");
        iq_str_puts(
            &words->fix,
            iq_core.soft
                ? "run with --device real where there is a GPU; check the device's attribute first, and provide a fallback"
                : "check the device's attribute before the call, and provide a fallback for devices without it");
        return;
    }
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

bool iq_failed_is_excusable(const struct iq_call *call, enum iq_rule_id rule)
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
    default: return false;
    }
}

/* Does the call only find something out? */
static bool only_asks(const struct iq_entry *entry)
{
    bool asks = false;
    for (int i = 0; i < entry->arg_count; i++)
        switch (entry->args[i].role) {
        case IQ_ROLE_OUT: asks = true; break;
        case IQ_ROLE_VALUE:
        case IQ_ROLE_SIZE:
        case IQ_ROLE_COUNT:
        case IQ_ROLE_ENUM:
        case IQ_ROLE_DEVICE:
        case IQ_ROLE_POINTER:
        case IQ_ROLE_USE:
        case IQ_ROLE_STR: break;
        default: return false;
        }
    return asks;
}

bool iq_failed_is_answer(const struct iq_call *call, enum iq_rule_id rule)
{
    switch (rule) {
    case IQ_RULE_ALREADY_REGISTERED:
    case IQ_RULE_NOT_REGISTERED:
    case IQ_RULE_OUT_OF_MEMORY:
    case IQ_RULE_SYMBOL_NOT_FOUND:
    case IQ_RULE_FILE_NOT_FOUND:
    case IQ_RULE_IMAGE_WRONG_ARCH: return true;
    case IQ_RULE_BAD_FLAGS:
    case IQ_RULE_UNKNOWN_POINTER:
    case IQ_RULE_BAD_DEVICE: return only_asks(call->entry);
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
