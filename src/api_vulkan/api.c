/* Vulkan as a call's way sees it. */
#include "call/api.h"

#include <string.h>

#include "abi/vulkan_abi.h"
#include "api_vulkan/events.h"
#include "api_vulkan/message.h"
#include "api_vulkan/needs.h"
#include "api_vulkan/objects.h"
#include "base/hot.h"
#include "call/core.h"
#include "call/rule.h"
#include "call/thread.h"
#include "call/verdict.h"
#include "call/walk.h"

/* ---- codes ---- */

static const struct iq_status statuses[] = {
#define ERROR(code, name, text) { code, #name },
#include "vulkan/errors.def"
};

/* Work that is not done is lost with its device; else "bad input, or a fault of the driver". */
static int64_t answer(const struct iq_call *call, enum iq_answer answer, int arg)
{
    (void)answer, (void)arg;
    return call->entry->flags & IQ_ENTRY_ASYNC ? VK_ERROR_DEVICE_LOST : VK_ERROR_UNKNOWN;
}

static bool is_argument_error(int64_t result)
{
    return result == VK_ERROR_UNKNOWN || result == VK_ERROR_VALIDATION_FAILED_EXT;
}
static bool is_handle_error(int64_t result) { return result == VK_ERROR_UNKNOWN; }
static bool is_memory_error(int64_t result)
{
    return result == VK_ERROR_OUT_OF_HOST_MEMORY || result == VK_ERROR_OUT_OF_DEVICE_MEMORY;
}
/* windows change */
static bool is_expected(const struct iq_call *call)
{
    return call->result == VK_ERROR_OUT_OF_DATE_KHR || call->result == VK_ERROR_SURFACE_LOST_KHR;
}

/* ---- faults on demand ---- */

enum {
    WORKS = IQ_ENTRY_ASYNC | IQ_ENTRY_SYNC_CTX | IQ_ENTRY_SYNC_STREAM | IQ_ENTRY_SYNC_EVENT |
            IQ_ENTRY_SYNC_HOST
};

static bool is_sticky(int64_t result) { return result == VK_ERROR_DEVICE_LOST; }
static bool meets_sticky(const struct iq_entry *entry) { return entry->flags & WORKS; }

/* The device that the first handle is, or was made by. */
static uint64_t broken_by(const struct iq_thread *thread, const struct iq_call *call)
{
    const struct iq_handle *handle =
        iq_handle_find((enum iq_kind)call->plan->kind[0], call->args[0]);
    (void)thread;
    while (handle && handle->kind != IQ_KIND_VK_DEVICE)
        handle = handle->parent;
    return handle ? handle->value : 0;
}

static int64_t likely(const struct iq_entry *entry)
{
    if (entry->flags & WORKS)
        return VK_ERROR_DEVICE_LOST;
    if (entry->operation == IQ_OP_MAP_MEMORY)
        return VK_ERROR_MEMORY_MAP_FAILED;
    if (iq_entry_makes(entry, IQ_KIND_VK_INSTANCE))
        return VK_ERROR_INCOMPATIBLE_DRIVER;
    return iq_entry_makes(entry, IQ_KIND_VK_MEMORY) ? VK_ERROR_OUT_OF_DEVICE_MEMORY
                                                    : VK_ERROR_OUT_OF_HOST_MEMORY;
}

static void add_bytes(void *user, const struct iq_handle *handle)
{
    uint64_t *bytes = user;
    const struct iq_vk_object *object = handle->details;
    if (handle->kind == IQ_KIND_VK_MEMORY && object && !iq_handle_is_dead(handle))
        *bytes += object->size;
}

static uint64_t live_bytes(void)
{
    uint64_t bytes = 0;
    iq_handle_visit(add_bytes, &bytes);
    return bytes;
}

/* ---- plans ---- */

/* Does the argument count, or say where something is?  (Masks and values may be any number.) */
static bool is_place(const struct iq_arg *role)
{
    static const char *const words[] = { "first", "ount", "ffset", "uery", "ndex", "tride", "ize" };
    bool number = !strcmp(role->type, "uint32_t") || !strcmp(role->type, "VkDeviceSize");
    for (size_t i = 0; number && i < sizeof words / sizeof *words; i++)
        if (strstr(role->name, words[i]))
            return true;
    return number && !strcmp(role->name, "set");
}

/* Drivers of Vulkan do not ask whether handles are there at all. */
static uint32_t steps_before(struct iq_plan *plan, const struct iq_entry *entry)
{
    for (int i = 0; i < entry->arg_count && i < 24; i++) {
        const struct iq_arg *role = &entry->args[i];
        uint32_t bit = 1u << i;
        plan->needed |= role->optional ? 0 : plan->handles & bit;
        plan->numbers |= is_place(role) ? bit : 0;
        plan->wide |= role->bytes > 4 ? bit : 0;
    }
    plan->shape = iq_vk_needs_of(entry->name);
    return plan->handles || plan->shape ? IQ_STEP_OWN : 0;
}

/* A command that is recorded, and that is all: where its handles are known, nothing is left to be
 * done when it is back. */
static uint32_t steps_after(struct iq_plan *plan, const struct iq_entry *entry)
{
    const uint32_t recording = IQ_STEP_LOOK | IQ_STEP_OTHERS | IQ_STEP_LISTS | IQ_STEP_MEMBERS |
                               IQ_STEP_OWN | IQ_STEP_TELLS | IQ_STEP_WHOLE | IQ_STEP_FORWARD |
                               IQ_STEP_DONE | IQ_STEP_NO_STATUS | IQ_STEP_NEGATIVE;
    return iq_entry_records(entry) && entry->effects && plan->remembers &&
                   plan->flow == IQ_FLOW_NONE && !(plan->steps & ~recording) &&
                   !(plan->ends | plan->owners | plan->arrays | plan->memory | plan->makes)
               ? IQ_STEP_CACHED
               : 0;
}

/* ---- before a call is forwarded ---- */

static void send_missing(struct iq_call *call, int arg)
{
    const struct iq_arg *role = &call->entry->args[arg];
    struct iq_event event = { .verb = IQ_VERB_USE,
                              .phase = IQ_PHASE_BEFORE,
                              .call = call,
                              .arg = arg,
                              .kind = (enum iq_kind)role->kind,
                              .role = role };
    iq_rule_dispatch(&event);
}

static void check_end(struct iq_call *call, int arg, const struct iq_handle *handle,
                      const char *path)
{
    if (iq_vk_pending(handle))
        iq_vk_send_member(call, IQ_VERB_CHANGE, arg, handle, path);
}

/* What state is set or bound has its place in tables of the driver. */
static void check_places(struct iq_call *call)
{
    for (uint32_t left = call->plan->numbers; left; left &= left - 1) {
        int i = __builtin_ctz(left);
        if (__builtin_expect(iq_plan_is_absurd(call->plan, i, call->args[i]), 0))
            iq_vk_send_flaw(call, i,
                            &(struct iq_vk_flaw){ .how = IQ_VK_ABSURD,
                                                  .name = call->entry->args[i].name,
                                                  .value = call->plan->wide & 1u << i
                                                               ? call->args[i]
                                                               : (uint32_t)call->args[i] },
                            NULL);
    }
}

/* Handles that no driver can do without, and what ends while it is in use. */
static void check(struct iq_thread *thread, struct iq_call *call)
{
    (void)thread;
    for (uint32_t left = call->plan->needed; left; left &= left - 1) {
        int i = __builtin_ctz(left);
        if (__builtin_expect(!call->args[i], 0))
            send_missing(call, i);
    }
    for (uint32_t left = call->plan->ends; left; left &= left - 1)
        if (call->found[__builtin_ctz(left)])
            check_end(call, __builtin_ctz(left), call->found[__builtin_ctz(left)], NULL);
    if (call->entry->flags & IQ_ENTRY_STATE)
        check_places(call);
    if (call->entry->flags & IQ_ENTRY_TELLS && call->entry->effects && !call->unreadable)
        call->entry->effects(call, IQ_EFFECTS_CHECK);
}

/* A command whose handles were good in the last one of its kind: recorded at once, as far as there
 * is nothing to say about it. */
IQ_FAST static enum iq_cached cached(struct iq_thread *thread, struct iq_call *call)
{
    if (call->plan->steps & IQ_STEP_ANSWERS || thread->frames_in_flight ||
        !iq_walk_knows_handles(thread, call))
        return IQ_CACHED_NOT;
    iq_walk_check_hidden(call);
    check(thread, call);
    if (__builtin_expect(thread->suspicion_count, 0)) {
        iq_verdict_contain(thread, call);
        iq_verdict_doubt(thread, call);
        return IQ_CACHED_LOOKED_AT;
    }
    call->stack = call->stack ? call->stack : iq_stack_again(call->site);
    call->entry->effects(call, IQ_EFFECTS_BEFORE);
    call->settled = true;
    return IQ_CACHED_SETTLED;
}

static void answered(struct iq_call *call)
{
    const struct iq_handle *buffer = call->found[0];
    const struct iq_vk_object *object =
        buffer && buffer->kind == IQ_KIND_VK_COMMAND_BUFFER ? buffer->details : NULL;
    if (object && object->recording && call->entry->flags & IQ_ENTRY_STATE)
        object->recording->broken = true; /* it was left out */
    if (call->entry->flags & IQ_ENTRY_ASYNC)
        iq_vk_submission_was_answered(call);
}

/* Its instance or device; effects may know better. */
static void describe(struct iq_call *call, struct iq_handle *handle)
{
    iq_handle_set_parent(handle, call->found[0]);
}

static bool is_lacking(int64_t result)
{
    switch (result) {
    case VK_ERROR_OUT_OF_HOST_MEMORY:
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
    case VK_ERROR_LAYER_NOT_PRESENT:
    case VK_ERROR_EXTENSION_NOT_PRESENT:
    case VK_ERROR_FEATURE_NOT_PRESENT:
    case VK_ERROR_INCOMPATIBLE_DRIVER:
    case VK_ERROR_TOO_MANY_OBJECTS:
    case VK_ERROR_FORMAT_NOT_SUPPORTED:
    case VK_ERROR_FRAGMENTED_POOL:
    case VK_ERROR_OUT_OF_POOL_MEMORY: return true;
    default: return false;
    }
}

const struct iq_api iq_api_vulkan = {
    .name = "vulkan",
    .statuses = statuses,
    .status_count = sizeof statuses / sizeof *statuses,
    .has_negative_errors = true,
    .makes_many = true,
    .ignores_void = true,
    .answer = answer,
    .is_argument_error = is_argument_error,
    .is_handle_error = is_handle_error,
    .is_memory_error = is_memory_error,
    .is_lacking = is_lacking,
    .is_expected = is_expected,
    .is_sticky = is_sticky,
    .meets_sticky = meets_sticky,
    .broken_by = broken_by,
    .likely = likely,
    .live_bytes = live_bytes,
    .steps_before = steps_before,
    .steps_after = steps_after,
    .cached = cached,
    .is_whole = iq_vk_check_needs,
    .check = check,
    .check_end = check_end,
    .answered = answered,
    .describe = describe,
    .payload = iq_vk_payload,
};
