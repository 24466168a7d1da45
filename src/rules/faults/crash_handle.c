#include "rules/faults/crash_handle.h"

#include <string.h>

#include "api_vulkan/needs.h"
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
    return kind != IQ_KIND_NONE && kind != IQ_KIND_DEVICE && !iq_handle_find(kind, value);
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
    const uint64_t elements = 1 << 24, bytes = 1ull << 40;
    for (int i = 0; i < call->entry->arg_count; i++) {
        const struct iq_arg *role = &call->entry->args[i];
        uint64_t value = role->bytes == 4 ? (uint32_t)call->args[i] : call->args[i];
        bool count = role->role == IQ_ROLE_COUNT,
             size = role->role == IQ_ROLE_OFFSET || role->role == IQ_ROLE_SIZE;
        bool place = call->plan->numbers >> i & 1 && iq_plan_is_absurd(call->plan, i, value);
        if (!(count && value >= elements) && !(size && value >= bytes) && !place)
            continue;
        finding->rule = IQ_RULE_BAD_SIZE;
        finding->arg_index = i;
        iq_str_printf(message, "%s crashed: %s is %llu", call->entry->name, role->name,
                      (unsigned long long)value);
        iq_str_puts(cause, count ? "no list is that long: the driver read beyond its end"
                                 : "no memory is that large: the driver went beyond its end");
        finding->fix =
            count
                ? "pass the number of elements; look for a number that was never set, or is below 0"
                : "compute sizes and offsets in size_t, and check for negative values before the call";
        return true;
    }
    return false;
}

bool iq_crash_is_by_missing_function(const struct iq_call *call, uintptr_t pc,
                                     struct iq_finding *finding, struct iq_str *message,
                                     struct iq_str *cause)
{
    if (pc || call->entry->api < IQ_API_OPENCL)
        return false;
    if (call->entry->api == IQ_API_VULKAN) {
        finding->rule = IQ_RULE_SYMBOL_NOT_FOUND;
        iq_str_printf(message, "%s was called, but the driver does not have it", call->entry->name);
        iq_str_puts(
            cause,
            "the loader has code for the function whatever the drivers support, and that code jumped to address 0");
        finding->fix =
            "enable the extension that the function belongs to if vkEnumerateInstanceExtensionProperties or vkEnumerateDeviceExtensionProperties lists it, and call it only then";
        return true;
    }
    finding->rule = IQ_RULE_BAD_DEVICE;
    iq_str_printf(message, "%s: the driver does not have this function", call->entry->name);
    iq_str_puts(
        cause,
        "the loader called NULL in the driver's table of functions; a limit of the driver, not a mistake in the arguments");
    finding->fix =
        "check the platform's version and CL_DEVICE_EXTENSIONS before calling it, and provide a fallback";
    return true;
}

/* Newer drivers have more values than the tables, but none so far from theirs. */
static bool is_far_from(const struct iq_set *set, int32_t value)
{
    enum { FAR = 1 << 16 };
    int64_t low = 0, high = 0;
    for (uint32_t i = 0; i < set->count; i++) {
        int64_t member = (int32_t)set->members[i].value;
        low = member < low ? member : low;
        high = member > high ? member : high;
    }
    return value < low || value > high + FAR;
}

bool iq_crash_is_by_enum(const struct iq_call *call, struct iq_finding *finding,
                         struct iq_str *message, struct iq_str *cause)
{
    for (int i = 0; i < call->entry->arg_count; i++) {
        const struct iq_arg *role = &call->entry->args[i];
        if (role->role != IQ_ROLE_ENUM || !role->set ||
            !is_far_from(iq_arg_set(role), (int32_t)call->args[i]))
            continue;
        finding->rule = IQ_RULE_BAD_FLAGS;
        finding->arg_index = i;
        iq_str_printf(message, "%s crashed: %s is %d, which is no value of %s", call->entry->name,
                      role->name, (int)call->args[i], iq_arg_set(role)->name);
        iq_str_puts(cause, "the driver looked it up in a table, beyond its end");
        finding->fix = "pass one of the values of the type; look for a variable that was never set";
        return true;
    }
    return false;
}

bool iq_crash_is_by_absent(const struct iq_call *call, uint64_t address, struct iq_finding *finding,
                           struct iq_str *message, struct iq_str *cause)
{
    char names[320];
    struct iq_str absent;
    int arg = -1;
    if (call->entry->api != IQ_API_VULKAN || address >= NULL_PAGE)
        return false;
    iq_str_init_buffer(&absent, names, sizeof names);
    int count = iq_vk_put_absent(call, &absent, &arg);
    if (!count)
        return false;
    finding->rule = IQ_RULE_NULL_POINTER;
    finding->arg_index = arg;
    iq_str_printf(message, "%s crashed: %s %s NULL", call->entry->name, names,
                  count > 1 ? "are" : "is");
    iq_str_printf(
        cause,
        "the driver accessed 0x%llx, near address 0; whether a member may be NULL depends on the other members and on the enabled features",
        (unsigned long long)address);
    finding->fix =
        "fill in the members that this use of the struct needs (its page in the Vulkan specification lists when each may be NULL)";
    return true;
}

static bool is_optional_null(const struct iq_call *call, int arg)
{
    const struct iq_arg *role = &call->entry->args[arg];
    return role->role == IQ_ROLE_PARAMS && role->optional && strchr(role->type, '*') &&
           !call->args[arg];
}

bool iq_crash_is_by_optional(const struct iq_call *call, uint64_t address,
                             struct iq_finding *finding, struct iq_str *message,
                             struct iq_str *cause)
{
    int count = 0;
    if (call->entry->api != IQ_API_OPENCL || address)
        return false;
    for (int i = 0; i < call->entry->arg_count; i++) {
        if (!is_optional_null(call, i))
            continue;
        if (!count++) {
            finding->arg_index = i;
            iq_str_printf(message, "%s crashed: ", call->entry->name);
        }
        iq_str_printf(message, count > 1 ? " and %s" : "%s", call->entry->args[i].name);
    }
    if (!count)
        return false;
    finding->rule = IQ_RULE_NULL_POINTER;
    iq_str_puts(message, count > 1 ? " are NULL" : " is NULL");
    iq_str_puts(cause, "OpenCL allows that, but this driver read from address 0");
    if (count > 1)
        iq_str_puts(cause, ", which is where one of them points to");
    finding->fix =
        "a fault of the driver: pass an address that is not NULL (a list that only has its ending 0, the sizes themselves)";
    return true;
}
