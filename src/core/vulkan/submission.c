#include "core/vulkan/submission.h"

#include <string.h>

#include "core/core.h"
#include "core/vulkan/events.h"
#include "core/vulkan/objects.h"
#include "core/thread.h"
#include "core/walk.h"

/* Work that reads memory which is not coherent: has it changed since it was mapped or flushed, and not by the device? */
static void check_coherence(struct iq_call *call, int arg, const struct iq_vk_recording *recording)
{
    for (uint32_t i = 0; i < recording->touch_count; i++) {
        const struct iq_vk_object *buffer = recording->touches[i].buffer->details;
        struct iq_handle *memory = buffer ? buffer->memory : NULL;
        struct iq_vk_object *object = memory ? memory->details : NULL;
        if (!object || !iq_vk_is_incoherent(object))
            continue;
        object->map.device_writes |= recording->touches[i].write || buffer->usage & VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
        if (!object->map.device_writes && object->map.address && iq_vk_sum(object) != object->map.sum)
            iq_vk_send(call, IQ_EVENT_UNFLUSHED, arg, memory);
    }
}

/* A binary semaphore that is waited for must have its signal submitted before. */
struct signals { uint64_t values[16]; uint32_t count; };     /* by this submission so far */

static void check_semaphore(struct signals *signals, struct iq_call *call, const struct iq_member *member)
{
    struct iq_handle *handle = iq_vk_known(IQ_KIND_VK_SEMAPHORE, (const void *)(uintptr_t)member->value);
    struct iq_vk_object *object = iq_vk_object_of(handle);
    if (!object || iq_handle_is_dead(handle) || object->semaphore.timeline || iq_vk_is_blind())
        return;
    if (!strstr(member->path, "Wait")) {
        if (signals->count < 16)
            signals->values[signals->count++] = member->value;
        return;
    }
    for (uint32_t i = 0; i < signals->count; i++)
        if (signals->values[i] == member->value)
            return;
    if (!object->semaphore.signalled && handle->created.number && signals->count < 16)
        iq_vk_send_member(call, IQ_EVENT_NEVER, member->arg, handle, iq_walk_member_path(call, member));
}

/* Does [recording] use what is gone, or is not any more what the commands took it for?  Commands of secondary command buffers count, too. */
static bool check_refs(struct iq_call *call, const struct iq_member *member, const struct iq_vk_recording *recording, bool secondary)
{
    for (uint32_t i = 0; i < recording->ref_count; i++) {
        const struct iq_vk_ref *ref = &recording->refs[i];
        const struct iq_handle *gone = iq_vk_gone(ref->handle);
        struct iq_mark change = { 0 };
        bool changed = !gone && iq_vk_has_changed(ref, &change);
        if (gone || changed) {
            iq_vk_send_stale(call, member->arg, gone ? gone : ref->handle, iq_walk_member_path(call, member), iq_vk_recording_first(recording, ref->handle),
                             changed ? &change : NULL);
            return false;
        }
        const struct iq_vk_recording *inner = ref->handle->kind == IQ_KIND_VK_COMMAND_BUFFER && !secondary ? iq_vk_recording_of(ref->handle) : NULL;
        if (inner && !check_refs(call, member, inner, true))
            return false;
    }
    check_coherence(call, member->arg, recording);
    return true;
}

/* Is a command buffer that is submitted stale?  Is it executing still? */
static void check_buffer(void *user, struct iq_call *call, const struct iq_member *member)
{
    struct iq_handle *handle = member->kind == IQ_KIND_VK_COMMAND_BUFFER ? iq_vk_known(IQ_KIND_VK_COMMAND_BUFFER, (const void *)(uintptr_t)member->value) : NULL;
    struct iq_vk_recording *recording = handle ? iq_vk_recording_of(handle) : NULL;
    if (member->kind == IQ_KIND_VK_SEMAPHORE)
        check_semaphore(user, call, member);
    if (!recording || iq_handle_is_dead(handle) || !check_refs(call, member, recording, false))
        return;
    if (!recording->simultaneous && iq_vk_pending(handle))
        iq_vk_send_member(call, IQ_EVENT_BUSY, member->arg, handle, iq_walk_member_path(call, member));
}

void iq_vk_check_submission(struct iq_call *call)
{
    struct iq_vk_object *fence = iq_vk_object_of(call->found[3]);
    struct signals signals = { .count = 0 };
    call->entry->look(call, check_buffer, &signals);
    if (fence && call->found[3] && !fence->fence.signalled && iq_vk_pending(call->found[3]))
        iq_vk_send(call, IQ_EVENT_BUSY, 3, call->found[3]);
}

void iq_vk_submission_begins(struct iq_call *call)
{
    struct iq_mark mark = iq_call_mark(call), *own = &iq_thread_block->submitting;
    own->entry = mark.entry;
    own->stack = mark.stack;
    own->thread = mark.thread;
    __atomic_store_n(&own->number, mark.number, __ATOMIC_RELEASE);
}

void iq_vk_submission_is_back(void) { __atomic_store_n(&iq_thread_block->submitting.number, 0, __ATOMIC_RELEASE); }

struct iq_mark iq_vk_submission_in_call(void)
{
    for (struct iq_thread *thread = iq_thread_first(); thread; thread = thread->next)
        if (__atomic_load_n(&thread->submitting.number, __ATOMIC_ACQUIRE))
            return thread->submitting;
    return (struct iq_mark){ 0 };
}
