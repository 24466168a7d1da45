#include "core/vulkan/objects.h"

#include <string.h>

#include "base/hot.h"
#include "core/core.h"
#include "core/memory.h"
#include "core/plan.h"
#include "core/vulkan/compute.h"
#include "core/walk.h"

enum { FIRST_ROOM = 64, QUEUES = 64, DEPTH = 6, SAMPLES = 8192 };

static struct iq_vk_recording *free_recordings;
static uint64_t last_serial;                /* atomic */
static struct iq_vk_queue *queues[QUEUES];
static uint32_t queue_count;                /* atomic */
static bool blind;
bool iq_vk_has_timelines;

struct iq_handle *iq_vk_known(enum iq_kind kind, const void *value)
{
    struct iq_handle *handle = value ? iq_handle_find(kind, (uint64_t)(uintptr_t)value) : NULL;
    return handle && handle->kind == kind ? handle : NULL;
}

struct iq_vk_object *iq_vk_object_of(struct iq_handle *handle)
{
    if (!handle || !iq_handle_is_of_vulkan(handle->kind))
        return NULL;
    return handle->details ? handle->details : iq_handle_details(handle, sizeof(struct iq_vk_object), 0);
}

/* Layouts and modules may go before the command buffers that were recorded with them. */
static bool may_not_go(const struct iq_handle *handle)
{
    return handle->kind != IQ_KIND_VK_PIPELINE_LAYOUT && handle->kind != IQ_KIND_VK_DESCRIPTOR_SET_LAYOUT && handle->kind != IQ_KIND_VK_SHADER_MODULE &&
           handle->kind != IQ_KIND_VK_RENDER_PASS && handle->kind != IQ_KIND_VK_DESCRIPTOR_UPDATE_TEMPLATE;
}

const struct iq_handle *iq_vk_gone(const struct iq_handle *handle)
{
    for (int depth = 0; handle && depth < 3; depth++) {
        const struct iq_vk_object *object = handle->details;
        if (iq_handle_is_dead(handle))
            return may_not_go(handle) ? handle : NULL;
        handle = object ? object->memory : NULL;
    }
    return NULL;
}

bool iq_vk_is_incoherent(const struct iq_vk_object *memory)
{
    return memory->map.properties & VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT && !(memory->map.properties & VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
}

uint64_t iq_vk_sum(const struct iq_vk_object *memory)
{
    uint64_t words = memory->map.size / sizeof(uint64_t), step = words / SAMPLES + 1, sum = words;
    const uint64_t *at = (const uint64_t *)(uintptr_t)memory->map.address;
    for (uint64_t i = 0; at && i < words; i += step)
        sum = (sum ^ at[i]) * 0x9e3779b97f4a7c15u;
    return sum;
}

/* --- recordings --------------------------------------------------------------------------------------------------------- */

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

void iq_vk_recording_start(struct iq_vk_recording *recording, struct iq_mark mark)
{
    recording->serial = __atomic_add_fetch(&last_serial, 1, __ATOMIC_RELAXED);
    recording->begun = mark;
    recording->ended = recording->submitted = (struct iq_mark){ 0 };
    recording->count = recording->ref_count = recording->touch_count = 0;
    recording->simultaneous = recording->broken = false;
    if (recording->compute)
        iq_vk_compute_start(recording->compute);
}

/* Room for one more element of [size] bytes; the old array is left behind, as arrays double that is bounded. */
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

static inline bool grow(void **array, uint32_t count, uint32_t *room, size_t size) { return count < *room || enlarge(array, count, room, size); }

static void refer(struct iq_vk_recording *recording, struct iq_handle *handle)
{
    struct iq_vk_object *object = iq_vk_object_of(handle);
    struct iq_vk_command *command = recording->count ? &recording->commands[recording->count - 1] : NULL;
    if (command && (!command->uses[0] || !command->uses[1]))
        command->uses[command->uses[0] != NULL] = handle;
    if (!object || object->referred == recording->serial)
        return;
    object->referred = recording->serial;
    if (grow((void **)&recording->refs, recording->ref_count, &recording->ref_room, sizeof(struct iq_handle *)))
        recording->refs[recording->ref_count++] = handle;
}

static void refer_to_member(void *user, struct iq_call *call, const struct iq_member *member)
{
    struct iq_handle *handle = iq_vk_known((enum iq_kind)member->kind, (const void *)(uintptr_t)member->value);
    (void)call;
    if (handle)
        refer(user, handle);
}

static void refer_to_list(struct iq_call *call, int arg, struct iq_vk_recording *recording)
{
    const struct iq_arg *role = &call->entry->args[arg];
    const uint64_t *values = (const uint64_t *)(uintptr_t)call->args[arg];
    struct iq_member member = { .kind = role->kind };
    for (uint32_t i = 0; values && i < (uint32_t)call->args[role->size_arg]; i++) {
        member.value = values[i];
        refer_to_member(recording, call, &member);
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
    if (grow((void **)&recording->commands, recording->count, &recording->room, sizeof *recording->commands))
        recording->commands[recording->count++] = (struct iq_vk_command){ .mark = iq_call_mark(call) };
    for (uint32_t left = plan->handles & 0xfe; left; left &= left - 1) {        /* without the command buffer itself */
        struct iq_handle *handle = call->found[__builtin_ctz(left)];
        if (handle)
            refer(recording, handle);
    }
    if (plan->steps & (IQ_STEP_LISTS | IQ_STEP_MEMBERS))
        refer_to_others(call, recording);
}

struct iq_vk_recording *iq_vk_record_call(struct iq_call *call, int phase)
{
    struct iq_handle *buffer = call->found[0];
    if (phase != IQ_EFFECTS_BEFORE || !buffer || buffer->kind != IQ_KIND_VK_COMMAND_BUFFER)
        return NULL;
    const struct iq_vk_object *object = buffer->details;
    struct iq_vk_recording *recording = object && object->recording ? object->recording : iq_vk_recording_of(buffer);
    if (recording)
        add_command(call, recording);
    return recording;
}

struct iq_vk_touch *iq_vk_touch(struct iq_vk_recording *recording, struct iq_handle *buffer, uint64_t lo, uint64_t hi, bool write)
{
    const struct iq_vk_object *object = buffer->kind == IQ_KIND_VK_BUFFER ? buffer->details : NULL;
    uint64_t end = object && hi > object->size ? object->size : hi;
    if (!object || lo >= end || !grow((void **)&recording->touches, recording->touch_count, &recording->touch_room, sizeof *recording->touches))
        return NULL;
    struct iq_vk_touch *touch = &recording->touches[recording->touch_count++];
    touch->buffer = buffer;
    touch->lo = touch->sure_lo = lo;
    touch->hi = end;
    touch->sure_hi = hi;
    touch->write = write;
    return touch;
}

/* Does synchronisation validation give the command a number? */
static bool is_numbered(const char *name)
{
    static const char *const without[] = { "vkCmdBind", "vkCmdPush", "vkCmdBeginQuery", "vkCmdEndQuery", "vkCmdResetQuery", "vkCmdWriteTimestamp",
                                           "vkCmdBeginDebug", "vkCmdEndDebug", "vkCmdInsertDebug", "vkCmdDebugMarker", "vkCmdBeginRendering",
                                           "vkCmdEndRendering", NULL };
    if (!strncmp(name, "vkCmdSet", 8))
        return !strncmp(name, "vkCmdSetEvent", 13);
    for (int i = 0; without[i]; i++)
        if (!strncmp(name, without[i], strlen(without[i])))
            return false;
    return true;
}

const struct iq_vk_command *iq_vk_recording_find(const struct iq_vk_recording *recording, uint64_t number, const char *name, size_t length)
{
    const struct iq_vk_command *best = NULL;
    uint64_t at = 0, best_off = UINT64_MAX;
    for (uint32_t i = 0; i < recording->count; i++) {
        const char *own = recording->commands[i].mark.entry->name;
        at += is_numbered(own);
        uint64_t off = at > number ? at - number : number - at;
        if (!strncmp(own, name, length) && off < best_off) {
            best = &recording->commands[i];
            best_off = off;
        }
    }
    return best;
}

/* Does [set] lead to [handle], or to a view of it? */
static bool leads_to(const struct iq_handle *set, const struct iq_handle *handle)
{
    const struct iq_vk_object *object = set && set->kind == IQ_KIND_VK_DESCRIPTOR_SET ? set->details : NULL;
    for (int i = 0; object && i < IQ_VK_WRITTEN; i++) {
        const struct iq_handle *target = object->set.written[i];
        const struct iq_vk_object *view = target ? target->details : NULL;
        if (target && (target == handle || (view && view->memory == handle)))
            return true;
    }
    return false;
}

const struct iq_vk_command *iq_vk_recording_first(const struct iq_vk_recording *recording, const struct iq_handle *handle)
{
    bool bound = false;
    for (uint32_t i = 0; i < recording->count; i++) {
        const struct iq_vk_command *command = &recording->commands[i];
        const char *name = command->mark.entry->name;
        if (command->uses[0] == handle || command->uses[1] == handle || (bound && (!strncmp(name, "vkCmdDraw", 9) || !strncmp(name, "vkCmdDispatch", 13))))
            return command;
        bound |= leads_to(command->uses[0], handle) || leads_to(command->uses[1], handle);
    }
    return NULL;
}

/* --- queues --------------------------------------------------------------------------------------------------------------- */

struct iq_vk_queue *iq_vk_queue_of(struct iq_handle *handle)
{
    struct iq_vk_object *object = iq_vk_object_of(handle);
    if (!object || handle->kind != IQ_KIND_VK_QUEUE)
        return NULL;
    iq_lock(IQ_LOCK_ORDER);
    if (!object->queue && queue_count < QUEUES) {
        struct iq_vk_queue *queue = iq_core_alloc(sizeof *queue);
        if (queue) {
            queue->handle = handle;
            queues[queue_count] = queue;
            __atomic_store_n(&queue_count, queue_count + 1, __ATOMIC_RELEASE);
        }
        object->queue = queue;
    }
    iq_unlock(IQ_LOCK_ORDER);
    return object->queue;
}

static uint64_t completed(const struct iq_vk_queue *queue) { return __atomic_load_n(&queue->completed, __ATOMIC_ACQUIRE); }

/* The submission [seq] of [queue]; NULL if the ring has turned over it. */
static const struct iq_vk_submission *submission(const struct iq_vk_queue *queue, uint64_t seq)
{
    const struct iq_vk_submission *at = &queue->ring[seq % IQ_VK_PENDING];
    return at->seq == seq ? at : NULL;
}

void iq_vk_complete(struct iq_vk_point point)
{
    if (!point.queue)
        return;
    uint64_t before = completed(point.queue), first = before + 1;
    while (before < point.seq && !__atomic_compare_exchange_n(&point.queue->completed, &before, point.seq, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        ;
    if (first + IQ_VK_PENDING <= point.seq)
        first = point.seq - IQ_VK_PENDING + 1;
    for (uint64_t seq = first; seq <= point.seq; seq++) {
        const struct iq_vk_submission *at = submission(point.queue, seq);
        for (int i = 0; at && i < IQ_VK_WAITS; i++)
            if (at->waits[i].queue && at->waits[i].seq > completed(at->waits[i].queue))
                iq_vk_complete(at->waits[i]);
    }
}

void iq_vk_complete_device(const struct iq_handle *device)
{
    for (uint32_t i = 0; i < __atomic_load_n(&queue_count, __ATOMIC_ACQUIRE); i++)
        if (!device || queues[i]->handle->parent == device)
            iq_vk_complete((struct iq_vk_point){ queues[i], __atomic_load_n(&queues[i]->submitted, __ATOMIC_ACQUIRE) });
}

bool iq_vk_is_blind(void) { return __atomic_load_n(&blind, __ATOMIC_RELAXED); }

void iq_vk_blind(void) { __atomic_store_n(&blind, true, __ATOMIC_RELAXED); }

static void use_at_depth(struct iq_handle *handle, struct iq_vk_point point, int depth)
{
    struct iq_vk_object *object = iq_vk_object_of(handle);
    if (!object || depth > DEPTH)
        return;
    struct iq_vk_point *slot = &object->uses[0];
    for (int i = 0; i < IQ_VK_USES; i++)
        if (object->uses[i].queue == point.queue || !object->uses[i].queue) {
            slot = &object->uses[i];
            break;
        }
    if (slot->queue == point.queue && slot->seq == point.seq)
        return;
    *slot = point;
    if (object->memory)
        use_at_depth(object->memory, point, depth + 1);
    enum iq_kind above = handle->parent ? (enum iq_kind)handle->parent->kind : IQ_KIND_NONE;
    if (above == IQ_KIND_VK_COMMAND_POOL || above == IQ_KIND_VK_DESCRIPTOR_POOL)
        use_at_depth(handle->parent, point, depth + 1);
    if (handle->kind == IQ_KIND_VK_DESCRIPTOR_SET || handle->kind == IQ_KIND_VK_FRAMEBUFFER)
        for (int i = 0; i < IQ_VK_WRITTEN; i++)
            if (object->set.written[i])
                use_at_depth(object->set.written[i], point, depth + 1);
    if (handle->kind == IQ_KIND_VK_COMMAND_BUFFER && object->recording)
        for (uint32_t i = 0; i < object->recording->ref_count; i++)
            use_at_depth(object->recording->refs[i], point, depth + 1);
}

void iq_vk_use(struct iq_handle *handle, struct iq_vk_point point) { use_at_depth(handle, point, 0); }

static const struct iq_vk_submission *pending_of_device(const struct iq_handle *device)
{
    for (uint32_t i = 0; i < __atomic_load_n(&queue_count, __ATOMIC_ACQUIRE) && !__atomic_load_n(&blind, __ATOMIC_RELAXED); i++) {
        uint64_t last = __atomic_load_n(&queues[i]->submitted, __ATOMIC_ACQUIRE);
        if (queues[i]->handle->parent == device && last > completed(queues[i]))
            return submission(queues[i], last);
    }
    return NULL;
}

const struct iq_vk_submission *iq_vk_pending(const struct iq_handle *handle)
{
    const struct iq_vk_object *object = handle && iq_handle_is_of_vulkan(handle->kind) ? handle->details : NULL;
    static const struct iq_vk_submission forgotten;
    if (handle && handle->kind == IQ_KIND_VK_DEVICE)
        return pending_of_device(handle);
    if (object && (handle->kind == IQ_KIND_VK_PIPELINE_LAYOUT || handle->kind == IQ_KIND_VK_DESCRIPTOR_SET_LAYOUT ||
                   handle->kind == IQ_KIND_VK_SHADER_MODULE || handle->kind == IQ_KIND_VK_SWAPCHAIN))
        return NULL;                /* may go, or are asked about in another way */
    if (!object || __atomic_load_n(&blind, __ATOMIC_RELAXED))
        return NULL;
    for (int i = 0; i < IQ_VK_USES; i++)
        if (object->uses[i].queue && object->uses[i].seq > completed(object->uses[i].queue)) {
            const struct iq_vk_submission *at = submission(object->uses[i].queue, object->uses[i].seq);
            return at ? at : &forgotten;
        }
    return NULL;
}

int iq_vk_last_submissions(const struct iq_handle *device, const struct iq_vk_submission **out, int room)
{
    int count = 0;
    for (uint32_t i = 0; i < __atomic_load_n(&queue_count, __ATOMIC_ACQUIRE); i++) {
        const struct iq_vk_queue *queue = queues[i];
        uint64_t last = __atomic_load_n(&queue->submitted, __ATOMIC_ACQUIRE);
        if (device && queue->handle->parent != device)
            continue;
        for (uint64_t seq = last; seq && seq + IQ_VK_PENDING > last && count < room; seq--)
            if (submission(queue, seq))
                out[count++] = submission(queue, seq);
    }
    return count;
}
