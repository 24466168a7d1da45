#include "api_vulkan/recording.h"

#include <string.h>

#include "api_vulkan/compute.h"
#include "api_vulkan/misuse.h"
#include "base/hot.h"
#include "base/locks.h"
#include "base/memory.h"
#include "call/core.h"
#include "call/plan.h"
#include "call/walk.h"

enum { FIRST_ROOM = 64 };

static struct iq_vk_recording *free_recordings;
static uint64_t last_serial; /* atomic */

uint64_t iq_vk_now(void) { return __atomic_load_n(&last_serial, __ATOMIC_RELAXED); }
uint64_t iq_vk_change(void) { return __atomic_add_fetch(&last_serial, 1, __ATOMIC_RELAXED); }

bool iq_vk_has_changed(const struct iq_vk_ref *ref, struct iq_call_ref *at)
{
    const struct iq_vk_object *object = ref->handle->details;
    uint64_t changed = 0;
    if (object && ref->handle->kind == IQ_KIND_VK_DESCRIPTOR_SET && !object->set.loose) {
        changed = object->set.changed;
        *at = object->set.change;
    } else if (object && ref->handle->kind == IQ_KIND_VK_COMMAND_BUFFER && object->recording) {
        changed = object->recording->serial;
        *at = object->recording->begun;
    }
    return changed > ref->at;
}

struct iq_vk_recording *iq_vk_recording_of(struct iq_handle *command_buffer)
{
    struct iq_vk_object *object = iq_vk_object_of(command_buffer);
    if (!object || command_buffer->kind != IQ_KIND_VK_COMMAND_BUFFER)
        return NULL;
    if (!object->recording) {
        iq_lock(IQ_LOCK_HANDLES);
        struct iq_vk_recording *spare = free_recordings;
        if (spare)
            free_recordings = spare->next;
        iq_unlock(IQ_LOCK_HANDLES);
        object->recording = spare ? spare : iq_core_alloc(sizeof *spare);
    }
    return object->recording;
}

void iq_vk_recording_release(struct iq_handle *command_buffer)
{
    struct iq_vk_object *object = command_buffer->details;
    if (!object || !object->recording)
        return;
    iq_lock(IQ_LOCK_HANDLES);
    object->recording->next = free_recordings;
    free_recordings = object->recording;
    object->recording = NULL;
    iq_unlock(IQ_LOCK_HANDLES);
}

void iq_vk_recording_start(struct iq_vk_recording *recording, struct iq_call_ref ref)
{
    recording->serial = iq_vk_change();
    recording->begun = ref;
    recording->ended = recording->submitted = (struct iq_call_ref){ 0 };
    recording->count = recording->ref_count = recording->access_count = 0;
    recording->simultaneous = recording->one_time = recording->broken = false;
    recording->open = ref.number;
    recording->suspect = (struct iq_vk_suspect){ .arg = -1 };
    recording->scopes = recording->bound = 0;
    recording->subpasses = recording->subpass = 0;
    recording->query_count = 0;
    recording->inherits = false;
    recording->awaits = NULL;
    recording->indices.buffer = NULL;
    recording->indices.draws = 0;
    if (recording->compute)
        iq_vk_compute_start(recording->compute);
}

/* Room for one more element of [size] bytes; the old array is left behind, as arrays double that is
 * bounded. */
IQ_COLD static bool enlarge(void **array, uint32_t count, uint32_t *room, size_t size)
{
    uint32_t larger = *room ? *room * 2 : FIRST_ROOM;
    void *made = iq_core_alloc(larger * size);
    if (!made)
        return false;
    if (count)
        memcpy(made, *array, count * size);
    *array = made;
    *room = larger;
    return true;
}

static inline bool grow(void **array, uint32_t count, uint32_t *room, size_t size)
{
    return count < *room || enlarge(array, count, room, size);
}

static void refer(struct iq_vk_recording *recording, struct iq_handle *handle)
{
    struct iq_vk_object *object = iq_vk_object_of(handle);
    struct iq_vk_command *command =
        recording->count ? &recording->commands[recording->count - 1] : NULL;
    if (command && (!command->uses[0] || !command->uses[1]))
        command->uses[command->uses[0] != NULL] = handle;
    if (!object || object->referred == recording->serial)
        return;
    object->referred = recording->serial;
    if (grow((void **)&recording->refs, recording->ref_count, &recording->ref_room,
             sizeof *recording->refs))
        recording->refs[recording->ref_count++] = (struct iq_vk_ref){ handle, iq_vk_now() };
}

static void refer_to_member(void *user, struct iq_call *call, const struct iq_member *member)
{
    struct iq_handle *handle =
        iq_vk_known((enum iq_kind)member->kind, (const void *)(uintptr_t)member->value);
    (void)call;
    if (handle)
        refer(user, handle);
}

IQ_COLD static void suspect(struct iq_call *call, struct iq_vk_recording *recording, int arg,
                            int element, uint64_t value)
{
    if (!recording->suspect.ref.number)
        recording->suspect = (struct iq_vk_suspect){ iq_call_ref_of(call), arg, element, value };
}

/* What a command buffer that is executed within this one may crash the driver with. */
static void inherit_suspect(const struct iq_handle *handle, struct iq_vk_recording *recording)
{
    const struct iq_vk_object *object =
        handle->kind == IQ_KIND_VK_COMMAND_BUFFER ? handle->details : NULL;
    if (object && object->recording && !recording->suspect.ref.number)
        recording->suspect = object->recording->suspect;
}

static void refer_to_list(struct iq_call *call, int arg, struct iq_vk_recording *recording)
{
    uint32_t count = call->args[arg] ? (uint32_t)call->args[call->entry->args[arg].size_arg] : 0;
    for (uint32_t i = 0; i < count; i++) {
        struct iq_handle *handle = iq_vk_element(call, arg, i);
        if (handle) {
            refer(recording, handle);
            inherit_suspect(handle, recording);
        } else
            suspect(call, recording, arg, (int)i, ((const uint64_t *)iq_vk_pointee(call, arg))[i]);
    }
}

static void refer_to_others(struct iq_call *call, struct iq_vk_recording *recording)
{
    for (uint32_t left = call->plan->lists; left; left &= left - 1)
        refer_to_list(call, __builtin_ctz(left), recording);
    if (call->entry->look)
        call->entry->look(call, refer_to_member, recording);
}

static void add_command(struct iq_call *call, struct iq_vk_recording *recording)
{
    const struct iq_plan *plan = call->plan;
    if (grow((void **)&recording->commands, recording->count, &recording->room,
             sizeof *recording->commands))
        recording->commands[recording->count++] =
            (struct iq_vk_command){ .ref = iq_call_ref_of(call) };
    /* without the command buffer itself */
    for (uint32_t left = plan->handles & 0xfe; left; left &= left - 1) {
        int i = __builtin_ctz(left);
        struct iq_handle *handle = call->found[i];
        if (handle)
            refer(recording, handle);
        else if (call->args[i])
            suspect(call, recording, i, -1, call->args[i]);
    }
    if (plan->steps & (IQ_STEP_LISTS | IQ_STEP_MEMBERS))
        refer_to_others(call, recording);
    for (uint32_t left = plan->numbers; left; left &= left - 1) {
        int i = __builtin_ctz(left);
        if (__builtin_expect(iq_plan_is_absurd(plan, i, call->args[i]), 0))
            suspect(call, recording, i, -1, call->args[i]);
    }
}

struct iq_vk_recording *iq_vk_record_call(struct iq_call *call, int phase)
{
    struct iq_handle *buffer = call->found[0];
    if (phase != IQ_EFFECTS_BEFORE || !buffer || buffer->kind != IQ_KIND_VK_COMMAND_BUFFER)
        return NULL;
    const struct iq_vk_object *object = buffer->details;
    struct iq_vk_recording *recording =
        object && object->recording ? object->recording : iq_vk_recording_of(buffer);
    if (recording && __builtin_expect(!recording->open, 0))
        iq_vk_check_recording(call);
    if (recording)
        add_command(call, recording);
    return recording;
}

void iq_vk_access(struct iq_vk_recording *recording, struct iq_handle *buffer, uint64_t lo,
                  uint64_t hi, bool write)
{
    const struct iq_vk_object *object = buffer->kind == IQ_KIND_VK_BUFFER ? buffer->details : NULL;
    uint64_t end = object && hi > object->size ? object->size : hi;
    if (object && lo < end &&
        grow((void **)&recording->accesses, recording->access_count, &recording->touch_room,
             sizeof *recording->accesses))
        recording->accesses[recording->access_count++] =
            (struct iq_vk_access){ buffer, lo, end, write, recording->count };
}

/* Does [set], of [kind], a descriptor set or a framebuffer, lead to [handle], or to a view of
 * it? */
static bool leads_to(const struct iq_handle *set, enum iq_kind kind, const struct iq_handle *handle)
{
    const struct iq_vk_object *object = set && set->kind == kind ? set->details : NULL;
    for (int i = 0; object && i < IQ_VK_WRITTEN; i++) {
        const struct iq_handle *target = object->set.written[i];
        const struct iq_vk_object *view = target ? target->details : NULL;
        if (target && (target == handle || (view && view->memory == handle)))
            return true;
    }
    return false;
}

/* Is [used] of a command [handle], a view of it, or a framebuffer with such a view? */
static bool names(const struct iq_handle *used, const struct iq_handle *handle)
{
    const struct iq_vk_object *view =
        used && used->kind == IQ_KIND_VK_IMAGE_VIEW ? used->details : NULL;
    return used && (used == handle || (view && view->memory == handle) ||
                    leads_to(used, IQ_KIND_VK_FRAMEBUFFER, handle));
}

bool iq_vk_recording_works_with(const struct iq_vk_recording *recording,
                                const struct iq_handle *set)
{
    bool bound = false;
    for (uint32_t i = 0; i < recording->count; i++) {
        const struct iq_vk_command *command = &recording->commands[i];
        int operation = command->ref.entry->operation;
        if (bound && operation == IQ_OP_RUN_SHADERS)
            return true;
        if (operation == IQ_OP_BIND_SETS)
            bound = command->uses[0] == set || command->uses[1] == set;
        else if (operation == IQ_OP_PUSH_SETS)
            bound = false;
    }
    return false;
}

const struct iq_vk_command *iq_vk_recording_first(const struct iq_vk_recording *recording,
                                                  const struct iq_handle *handle)
{
    bool bound = false;
    for (uint32_t i = 0; i < recording->count; i++) {
        const struct iq_vk_command *command = &recording->commands[i];
        if (names(command->uses[0], handle) || names(command->uses[1], handle) ||
            (bound && command->ref.entry->operation == IQ_OP_RUN_SHADERS))
            return command;
        bound |= leads_to(command->uses[0], IQ_KIND_VK_DESCRIPTOR_SET, handle) ||
                 leads_to(command->uses[1], IQ_KIND_VK_DESCRIPTOR_SET, handle);
    }
    return NULL;
}
