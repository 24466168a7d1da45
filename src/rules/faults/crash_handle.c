#include "rules/faults/crash_handle.h"

#include <string.h>

#include "call/plan.h"
#include "model/handle.h"
#include "model/names.h"
#include "process/peek.h"
#include "rules/rules.h"

enum { NULL_PAGE = 65536, MANY = 64 };

struct guilty {
    int arg;
    uint64_t index, value;
    bool in_list;
};

/* Never returned by a call, or NULL where there must be an object. */
static bool is_bad(const struct iq_entry *entry, int arg, uint64_t value, uint64_t address)
{
    enum iq_kind kind = iq_plan_handle_kind(entry, arg);
    bool in_list = strchr(entry->args[arg].type, '*'); /* which itself may be NULL */
    if (!value)
        return (in_list || !entry->args[arg].optional) && address < NULL_PAGE;
    return kind != IQ_KIND_NONE && (iq_handle_is_of_vulkan(kind) || !iq_handle_is_number(kind)) &&
           !iq_handle_find(kind, value);
}

static bool find_in_list(const struct iq_call *call, int arg, uint64_t address,
                         struct guilty *guilty)
{
    int size = call->entry->args[arg].size_arg;
    uint64_t count = size < 0 ? 0 : (uint32_t)call->args[size], value;
    for (uint64_t i = 0; call->args[arg] && i < count && i < MANY; i++) {
        if (!iq_peek(&value, (uintptr_t)call->args[arg] + i * sizeof value, sizeof value, true))
            return false;
        if (is_bad(call->entry, arg, value, address)) {
            *guilty = (struct guilty){ arg, i, value, true };
            return true;
        }
    }
    return false;
}

static bool find_guilty(const struct iq_call *call, uint64_t address, struct guilty *guilty)
{
    for (int i = 0; i < call->entry->arg_count; i++) {
        if (call->plan->handles >> i & 1 && is_bad(call->entry, i, call->args[i], address)) {
            *guilty = (struct guilty){ i, 0, call->args[i], false };
            return true;
        }
        if (call->plan->lists >> i & 1 && find_in_list(call, i, address, guilty))
            return true;
    }
    return false;
}

bool iq_crash_is_by_handle(const struct iq_call *call, uint64_t address, struct iq_finding *finding,
                           struct iq_str *message, struct iq_str *cause)
{
    struct guilty guilty;
    if (!find_guilty(call, address, &guilty))
        return false;
    enum iq_kind kind = iq_plan_handle_kind(call->entry, guilty.arg);
    finding->rule = guilty.value ? IQ_RULE_UNKNOWN_HANDLE : IQ_RULE_NULL_HANDLE;
    finding->arg_index = guilty.arg;
    iq_str_printf(message, "%s crashed: %s", call->entry->name, call->entry->args[guilty.arg].name);
    if (guilty.in_list)
        iq_str_printf(message, "[%llu]", (unsigned long long)guilty.index);
    iq_str_puts(message, guilty.value ? " is not a handle that any call returned" : " is NULL");
    if (guilty.value)
        iq_str_printf(cause, "0x%llx: no call returned this value as a handle (%s); ",
                      (unsigned long long)guilty.value, iq_plain_kind(iq_kind_name(kind)));
    iq_str_printf(cause, "the driver dereferenced it and accessed 0x%llx",
                  (unsigned long long)address);
    finding->fix = guilty.value ? "look for a variable that is not set or was overwritten"
                                : "check the result of the call that should have made the object";
    return true;
}

bool iq_crash_is_by_count(const struct iq_call *call, struct iq_finding *finding,
                          struct iq_str *message, struct iq_str *cause)
{
    enum { ABSURD = 1 << 24 };
    for (int i = 0; i < call->entry->arg_count; i++) {
        const struct iq_arg *role = &call->entry->args[i];
        uint64_t value = role->bytes == 4 ? (uint32_t)call->args[i] : call->args[i];
        if (role->role != IQ_ROLE_COUNT || value < ABSURD)
            continue;
        finding->rule = IQ_RULE_BAD_SIZE;
        finding->arg_index = i;
        iq_str_printf(message, "%s crashed: %s is %llu", call->entry->name, role->name,
                      (unsigned long long)value);
        iq_str_puts(cause, "no list is that long: the driver read beyond its end");
        finding->fix = "pass the number of elements; look for a number that was never set, or is "
                       "below 0";
        return true;
    }
    return false;
}

bool iq_crash_is_by_missing_function(const struct iq_call *call, uintptr_t pc,
                                     struct iq_finding *finding, struct iq_str *message,
                                     struct iq_str *cause)
{
    if (pc || call->entry->api != IQ_API_OPENCL)
        return false;
    finding->rule = IQ_RULE_BAD_DEVICE;
    iq_str_printf(message, "%s: the driver does not have this function", call->entry->name);
    iq_str_puts(
        cause,
        "the loader called NULL in the driver's table of functions; a limit of the driver, not a mistake in the arguments");
    finding->fix =
        "check the platform's version and CL_DEVICE_EXTENSIONS before calling it, and provide a fallback";
    return true;
}

bool iq_crash_is_by_callback(const struct iq_call *call, uintptr_t pc, struct iq_finding *finding,
                             struct iq_str *message, struct iq_str *cause)
{
    for (int i = 0; i < call->entry->arg_count; i++) {
        const struct iq_arg *role = &call->entry->args[i];
        if (role->role != IQ_ROLE_CALLBACK || call->args[i] != pc)
            continue;
        finding->rule = pc ? IQ_RULE_UNKNOWN_POINTER : IQ_RULE_NULL_POINTER;
        finding->arg_index = i;
        iq_str_printf(message, "%s crashed: %s %s", call->entry->name, role->name,
                      pc ? "is not the address of a function" : "is NULL");
        iq_str_printf(cause, "the driver called it, and there is no code at 0x%llx",
                      (unsigned long long)pc);
        finding->fix = "pass a function of the type that the call declares";
        return true;
    }
    return false;
}
