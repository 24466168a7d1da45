#include "rules/opencl/callback_data.h"

#include <stdio.h>

#include "call/findings.h"
#include "call/rule.h"
#include "call/walk.h"
#include "model/names.h"
#include "process/hostheap.h"

/* What callbacks get may be any number, so a block that was freed is a warning: nobody knows
 * whether the callback looks into it. */
static void report(const struct iq_call_ref *given, uint64_t data,
                   const struct iq_hostheap_block *block)
{
    char message[160], cause[320], value[32];
    const char *name = given->entry->name;
    snprintf(value, sizeof value, "0x%llx", (unsigned long long)data);
    snprintf(message, sizeof message,
             "user_data of %s points into a host block that was freed before the callback ran",
             name);
    snprintf(
        cause, sizeof cause,
        "%s is byte %llu of a heap block of %llu bytes that was freed before the callback ran; the "
        "callback finds there what the allocator or the next owner of the memory has left",
        value, (unsigned long long)(data - block->base), (unsigned long long)block->size);
    struct iq_finding finding = { .rule = IQ_RULE_HOST_USE_AFTER_FREE,
                                  .severity = IQ_WARNING,
                                  .api = name,
                                  .entry = name,
                                  .arg_index = iq_entry_arg_named(given->entry, "user_data"),
                                  .arg_name = "user_data",
                                  .arg_value = value,
                                  .message = message,
                                  .cause = cause,
                                  .fix =
                                      "free the data in the callback itself, or after it has run",
                                  .object_kind = iq_kind_name(IQ_KIND_HOST_MEMORY),
                                  .object_state = "freed",
                                  .object_address = block->base,
                                  .object_size = block->size,
                                  .object_device = -1,
                                  .stack_call = given->stack,
                                  .stack_created = iq_stack_of_caller(block->allocated),
                                  .stack_destroyed = iq_stack_of_caller(block->freed),
                                  .count = 1 };
    iq_findings_add(&finding, 0, 0, true);
}

bool iq_cl_check_callback(const struct iq_call_ref *given, uint64_t data)
{
    struct iq_hostheap_block block;
    bool freed = data && given->entry && iq_rule_is_enabled(IQ_RULE_HOST_USE_AFTER_FREE) &&
                 iq_hostheap_find(data, &block) == IQ_HOSTHEAP_FREED &&
                 iq_hostheap_certainly_freed(&block);
    if (freed)
        report(given, data, &block);
    return freed;
}
