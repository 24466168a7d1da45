#include "rules/common/callback_data.h"

#include <stdio.h>

#include "call/findings.h"
#include "call/walk.h"
#include "model/names.h"
#include "process/hostheap.h"
#include "rules/rules.h"

/* What callbacks get may be any number, so a block that was freed is a warning: nobody knows
 * whether the callback looks into it. */
static void report(const struct iq_call_ref *given, uint64_t data,
                   const struct iq_hostheap_block *block)
{
    char message[160], cause[320], value[32];
    const char *name = given->entry->name;
    const char *callback = iq_is_opencl(given->entry) ? "callback" : "host function";
    int arg = iq_entry_arg(given->entry, IQ_ROLE_USER);
    const char *data_name = given->entry->args[arg].name;
    snprintf(value, sizeof value, "0x%llx", (unsigned long long)data);
    snprintf(message, sizeof message,
             "%s of %s points into a host block that was freed before the %s ran", data_name, name,
             callback);
    snprintf(cause, sizeof cause,
             "%s is byte %llu of a heap block of %llu bytes that was freed before the %s ran; the "
             "%s finds there what the allocator or the next owner of the memory has left",
             value, (unsigned long long)(data - block->base), (unsigned long long)block->size,
             callback, callback);
    struct iq_finding finding = {
        .rule = IQ_RULE_HOST_USE_AFTER_FREE,
        .severity = IQ_WARNING,
        .api = name,
        .entry = name,
        .arg_index = arg,
        .arg_name = data_name,
        .arg_value = value,
        .message = message,
        .cause = cause,
        .fix =
            iq_is_opencl(given->entry)
                ? "free the data in the callback itself, or after it has run"
                : "free the data in the host function itself, or after it has run (cudaStreamSynchronize)",
        .object_kind = iq_kind_name(IQ_KIND_HOST_MEMORY),
        .object_state = "freed",
        .object_address = block->base,
        .object_size = block->size,
        .object_device = -1,
        .stack_call = given->stack,
        .stack_created = iq_stack_of_caller(block->allocated),
        .stack_destroyed = iq_stack_of_caller(block->freed),
        .count = 1
    };
    iq_findings_add(&finding, 0, 0, true);
}

void iq_callback_data_freed(const struct iq_call_ref *given, uint64_t data,
                            const struct iq_hostheap_block *block)
{
    if (given->entry && iq_rule_is_enabled(IQ_RULE_HOST_USE_AFTER_FREE) &&
        iq_hostheap_certainly_freed(block))
        report(given, data, block);
}

bool iq_check_callback_data(const struct iq_call_ref *given, uint64_t data)
{
    struct iq_hostheap_block block;
    bool freed = data && given->entry && iq_rule_is_enabled(IQ_RULE_HOST_USE_AFTER_FREE) &&
                 iq_hostheap_find(data, &block) == IQ_HOSTHEAP_FREED &&
                 iq_hostheap_certainly_freed(&block);
    if (freed)
        report(given, data, &block);
    return freed;
}
