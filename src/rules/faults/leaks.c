#include "rules/faults/leaks.h"

#include "api_vulkan/objects.h"
#include "base/str.h"
#include "call/core.h"
#include "call/fault.h"
#include "call/findings.h"
#include "model/handle.h"
#include "model/names.h"
#include "model/pools.h"
#include "model/range.h"
#include "process/reachable.h"
#include "process/stack.h"
#include "rules/words.h"

enum { GROUPS = 512, RANGES = 8192 };

/* Objects of one kind made at one site. */
static struct group {
    struct iq_growth growth;
    uint64_t count, bytes, address, first_size, lost;
    struct iq_call_ref created, ended;
    uint8_t kind;
    int device;
} groups[GROUPS];
static uint32_t group_count;
static struct iq_leak_candidate ranges[RANGES]; /* of memory that was there to the end */
static uint32_t range_count;
static bool looked; /* .lost of groups counts */

/* [ended]: the end of their context, which took them along; .number 0: they were there to the end.
 * Returns the group, GROUPS: none is left. */
static uint32_t add_leak(uint8_t kind, const struct iq_call_ref *created, struct iq_call_ref ended,
                         uint64_t address, uint64_t size, int device)
{
    uint32_t at = 0;
    while (at < group_count &&
           (groups[at].kind != kind ||
            iq_stack_place(groups[at].created.stack) != iq_stack_place(created->stack) ||
            groups[at].created.entry != created->entry || groups[at].ended.number != ended.number))
        at++;
    if (at == GROUPS)
        return GROUPS;
    if (at == group_count)
        groups[group_count++] = (struct group){ .address = address,
                                                .first_size = size,
                                                .created = *created,
                                                .ended = ended,
                                                .kind = kind,
                                                .device = device };
    groups[at].count++;
    groups[at].bytes += size;
    iq_growth_add(&groups[at].growth, created->number, iq_core_call_count());
    return at;
}

/* Mappings divide a reservation, which is one object all the same. */
static bool is_same_reservation(const struct iq_range *range, uint64_t *last)
{
    bool same = range->kind == IQ_KIND_VMM_RANGE && range->created.number == *last;
    if (range->kind == IQ_KIND_VMM_RANGE)
        *last = range->created.number;
    return same;
}

static void visit_range(void *user, const struct iq_range *range)
{
    bool memory = range->kind != IQ_KIND_VMM_RANGE;
    if (is_same_reservation(range, user) || !range->created.number || range->name ||
        range->of_graph || range->kind == IQ_KIND_SYMBOL ||
        (range->context && range->context->inherited))
        return;
    uint32_t group = add_leak(range->kind, &range->created, range->freed, range->base,
                              memory ? range->size : 0, range->device);
    if (memory && !range->freed.number && group < GROUPS && range_count++ < RANGES)
        ranges[range_count - 1] =
            (struct iq_leak_candidate){ range->base, range->base + range->size, group, false };
}

/* What Vulkan programs must destroy before their device; pools and swapchains take along what came
 * out of them. */
static bool is_reported_of_vulkan(const struct iq_handle *handle)
{
    switch (handle->kind) {
    case IQ_KIND_VK_INSTANCE:
    case IQ_KIND_VK_PHYSICAL_DEVICE:
    case IQ_KIND_VK_DEVICE:
    case IQ_KIND_VK_QUEUE:
    case IQ_KIND_VK_COMMAND_BUFFER:
    case IQ_KIND_VK_DESCRIPTOR_SET:
    case IQ_KIND_VK_DISPLAY:
    case IQ_KIND_VK_DISPLAY_MODE:
    case IQ_KIND_VK_DEBUG_UTILS_MESSENGER:
    case IQ_KIND_VK_DEBUG_REPORT_CALLBACK:
    case IQ_KIND_VK_SURFACE: return false;
    default:
        return iq_handle_is_of_vulkan(handle->kind) && handle->created.number &&
               !(handle->flags & (IQ_HANDLE_ADOPTED | IQ_HANDLE_SPARED)) &&
               !iq_handle_is_dead(handle) &&
               (!handle->parent || handle->parent->kind != IQ_KIND_VK_SWAPCHAIN);
    }
}
static bool is_counted(uint8_t kind)
{
    return kind > IQ_KIND_CL_DEVICE && kind < IQ_KIND_CL_MUTABLE_COMMAND;
}

/* Modules, kernels and contexts go with the process by everybody's habit; what the runtime makes
 * for itself is not the program's. */
static bool is_reported(const struct iq_handle *handle)
{
    switch (handle->kind) {
    case IQ_KIND_STREAM:
    case IQ_KIND_EVENT:
    case IQ_KIND_ARRAY:
    case IQ_KIND_MIPMAPPED_ARRAY:
    case IQ_KIND_TEXTURE:
    case IQ_KIND_SURFACE:
    case IQ_KIND_GRAPH:
    case IQ_KIND_GRAPH_EXEC:
    case IQ_KIND_POOL:
    case IQ_KIND_LINK_STATE:
        return handle->created.number && !(handle->flags & IQ_HANDLE_ADOPTED) &&
               !(handle->context && handle->context->inherited);
    default:
        if (is_counted(handle->kind))
            return handle->refs && handle->created.number && !(handle->flags & IQ_HANDLE_ADOPTED);
        return is_reported_of_vulkan(handle);
    }
}

static void visit_handle(void *user, const struct iq_handle *handle)
{
    const struct iq_vk_object *object =
        iq_handle_is_of_vulkan(handle->kind) ? handle->details : NULL;
    if (is_reported(handle) && (!user || handle->parent == user))
        add_leak(handle->kind, &handle->created, (struct iq_call_ref){ 0 }, handle->value,
                 object && handle->kind == IQ_KIND_VK_MEMORY ? object->size : 0,
                 handle->context ? handle->context->device : -1);
}

static const char *undo_of(uint8_t kind)
{
    switch (kind) {
    case IQ_KIND_DEVICE_MEMORY:
    case IQ_KIND_MANAGED_MEMORY: return "free it (cudaFree, cuMemFree) when it is no longer needed";
    case IQ_KIND_PINNED_MEMORY:
        return "free it (cudaFreeHost, cuMemFreeHost) when it is no longer needed";
    case IQ_KIND_VMM_RANGE:
        return "free the addresses with cuMemAddressFree when nothing is mapped there any more";
    case IQ_KIND_REGISTERED_MEMORY:
        return "unregister it (cudaHostUnregister) before its memory is freed";
    case IQ_KIND_VK_MEMORY:
        return "free it with vkFreeMemory when nothing uses it any more, before the device is destroyed";
    default:
        return is_counted(kind) ? "release it once for each create and retain call"
                                : "destroy it when it is no longer needed";
    }
}

/* Which of them the program could still have freed. */
static void put_lost(struct iq_str *text, const struct group *group)
{
    if (!looked)
        return;
    if (group->lost < group->count)
        iq_str_printf(
            text,
            "%llu of %llu still reachable: the program still holds the address in its data, heap or stack",
            (unsigned long long)(group->count - group->lost), (unsigned long long)group->count);
    if (group->lost)
        iq_str_printf(text, "%s%llu of %llu lost: no pointer to %s is left in the program",
                      group->lost < group->count ? ", " : "", (unsigned long long)group->lost,
                      (unsigned long long)group->count, group->lost == 1 ? "it" : "them");
    iq_str_puts(text, "; ");
}

/* What the program has told NVTX of it. */
static void put_name(struct iq_str *text, const struct group *group)
{
    const char *name = iq_pools_name_of(group->address);
    if (name)
        iq_str_printf(text, "; the program calls %s \"%s\"", group->count > 1 ? "the first" : "it",
                      name);
}

static void look_for_lost(void)
{
    looked = range_count <= RANGES && iq_reachable_scan(ranges, range_count);
    for (uint32_t i = 0; looked && i < range_count; i++)
        groups[ranges[i].group].lost += !ranges[i].known;
}

static void report_group(const struct group *group, bool device_ends)
{
    char message[200], cause[480];
    struct iq_str text;
    struct iq_finding finding = { .rule = IQ_RULE_LEAK,
                                  .severity = IQ_NOTE,
                                  .arg_index = -1,
                                  .message = message,
                                  .cause = cause,
                                  .fix = undo_of(group->kind),
                                  .object_kind = iq_kind_name(group->kind),
                                  .object_state = group->ended.number ? "freed" : "live",
                                  .count = 1,
                                  .object_address = group->address,
                                  .object_size = group->first_size,
                                  .object_device = group->device,
                                  .stack_created = group->created.stack,
                                  .stack_destroyed = group->ended.stack };
    const char *by =
        group->created.entry ? group->created.entry->name : "a call that inquest did not see";
    iq_str_init_buffer(&text, message, sizeof message);
    iq_str_printf(&text, "%llu %s object%s created by %s %s never %s",
                  (unsigned long long)group->count, finding.object_kind,
                  group->count == 1 ? "" : "s", by, group->count == 1 ? "was" : "were",
                  group->kind < IQ_KIND_ARRAY || group->kind == IQ_KIND_VMM_RANGE ? "freed"
                  : is_counted(group->kind)                                       ? "released"
                                                                                  : "destroyed");
    iq_str_init_buffer(&text, cause, sizeof cause);
    if (device_ends)
        iq_str_printf(
            &text,
            "%s not destroyed before vkDestroyDevice; all objects of a device must be destroyed before the device",
            group->count == 1 ? "it was" : "they were");
    else if (group->ended.number) {
        iq_put_bytes(&text, group->bytes);
        iq_str_printf(
            &text,
            " from this place were still allocated when %s destroyed their context, which freed them",
            group->ended.entry ? group->ended.entry->name : "a call");
        put_name(&text, group);
    } else if (group->bytes) {
        iq_str_puts(&text, "when the process ended, ");
        iq_put_bytes(&text, group->bytes);
        iq_str_puts(&text, " from this place were still allocated");
        iq_put_growth(&text, &group->growth);
        put_name(&text, group);
        iq_str_puts(&text, "; ");
        put_lost(&text, group);
        iq_str_puts(&text,
                    "the system reclaims the memory at exit, but a longer run would leak more");
    } else
        iq_str_puts(
            &text,
            "it still existed when the process ended; the driver destroys it at exit, but a longer run would accumulate such objects");
    iq_findings_add(&finding, 0, 0, true);
}

static void report_all(bool device_ends)
{
    for (uint32_t i = 0; i < group_count; i++)
        report_group(&groups[i], device_ends);
    group_count = 0;
}

void iq_exit_report_leaks(void)
{
    if (iq_fault_any() || !iq_rule_is_enabled(IQ_RULE_LEAK))
        return;
    uint64_t last_reservation = 0; /* number of the call */
    iq_range_visit(visit_range, &last_reservation);
    look_for_lost();
    iq_handle_visit(visit_handle, NULL);
    report_all(false);
}

void iq_exit_report_leaks_of(const struct iq_handle *device)
{
    static int busy;
    if (iq_fault_any() || !iq_rule_is_enabled(IQ_RULE_LEAK) ||
        __atomic_exchange_n(&busy, 1, __ATOMIC_ACQUIRE))
        return;
    iq_handle_visit(visit_handle, (void *)(uintptr_t)device);
    report_all(true);
    __atomic_store_n(&busy, 0, __ATOMIC_RELEASE);
}
