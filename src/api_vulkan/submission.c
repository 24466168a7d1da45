#include "api_vulkan/submission.h"

#include <stdio.h>
#include <string.h>

#include "api_vulkan/events.h"
#include "api_vulkan/message.h"
#include "api_vulkan/misuse.h"
#include "api_vulkan/semaphore.h"
#include "base/numbered.h"
#include "call/core.h"
#include "call/thread.h"
#include "call/walk.h"
#include "model/names.h"

/* --- both forms
 * ------------------------------------------------------------------------------------------
 */

static bool is_second(const struct iq_call *call)
{
    return call->entry->operation == IQ_OP_SUBMIT2;
}

bool iq_vk_is_submission(const struct iq_entry *entry)
{
    return entry->operation == IQ_OP_SUBMIT || entry->operation == IQ_OP_SUBMIT2;
}

uint32_t iq_vk_batches(const struct iq_call *call)
{
    return call->args[2] ? (uint32_t)call->args[1] : 0;
}

struct iq_vk_batch iq_vk_batch(const struct iq_call *call, uint32_t i)
{
    if (is_second(call)) {
        const VkSubmitInfo2 *info = (const VkSubmitInfo2 *)iq_vk_pointee(call, 2) + i;
        return (struct iq_vk_batch){ info->pWaitSemaphoreInfos ? info->waitSemaphoreInfoCount : 0,
                                     info->pCommandBufferInfos ? info->commandBufferInfoCount : 0,
                                     info->pSignalSemaphoreInfos ? info->signalSemaphoreInfoCount
                                                                 : 0,
                                     NULL,
                                     NULL,
                                     info };
    }
    const VkSubmitInfo *info = (const VkSubmitInfo *)iq_vk_pointee(call, 2) + i;
    return (struct iq_vk_batch){ info->pWaitSemaphores ? info->waitSemaphoreCount : 0,
                                 info->pCommandBuffers ? info->commandBufferCount : 0,
                                 info->pSignalSemaphores ? info->signalSemaphoreCount : 0,
                                 info,
                                 iq_vk_chained(info->pNext,
                                               VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO),
                                 NULL };
}

static struct iq_vk_await await(VkSemaphore value, uint64_t count)
{
    return (struct iq_vk_await){ .semaphore = iq_vk_known(IQ_KIND_VK_SEMAPHORE, value),
                                 .value = count };
}

uint64_t iq_vk_timeline_value(const VkTimelineSemaphoreSubmitInfo *values, bool signals, uint32_t i)
{
    const uint64_t *list = !values   ? NULL
                           : signals ? values->pSignalSemaphoreValues
                                     : values->pWaitSemaphoreValues;
    return list && i < (signals ? values->signalSemaphoreValueCount
                                : values->waitSemaphoreValueCount)
               ? list[i]
               : 0;
}

struct iq_vk_await iq_vk_batch_wait(const struct iq_vk_batch *batch, uint32_t i)
{
    if (batch->second)
        return await(batch->second->pWaitSemaphoreInfos[i].semaphore,
                     batch->second->pWaitSemaphoreInfos[i].value);
    return await(batch->first->pWaitSemaphores[i], iq_vk_timeline_value(batch->values, false, i));
}

struct iq_vk_await iq_vk_batch_signal(const struct iq_vk_batch *batch, uint32_t i)
{
    if (batch->second)
        return await(batch->second->pSignalSemaphoreInfos[i].semaphore,
                     batch->second->pSignalSemaphoreInfos[i].value);
    return await(batch->first->pSignalSemaphores[i], iq_vk_timeline_value(batch->values, true, i));
}

struct iq_handle *iq_vk_batch_buffer(const struct iq_vk_batch *batch, uint32_t i)
{
    return iq_vk_known(IQ_KIND_VK_COMMAND_BUFFER,
                       batch->second ? batch->second->pCommandBufferInfos[i].commandBuffer
                                     : batch->first->pCommandBuffers[i]);
}

/* --- memory and semaphores
 * ------------------------------------------------------------------------------------------
 */

/* Work that reads memory which is not coherent: has it changed since it was mapped or flushed, and
 * not by the device? */
static void check_coherence(struct iq_call *call, int arg, const struct iq_vk_recording *recording)
{
    for (uint32_t i = 0; i < recording->access_count; i++) {
        const struct iq_vk_object *buffer = recording->accesses[i].buffer->details;
        struct iq_handle *memory = buffer ? buffer->memory : NULL;
        struct iq_vk_object *object = memory ? memory->details : NULL;
        if (!object || !iq_vk_is_incoherent(object))
            continue;
        object->map.device_writes |=
            recording->accesses[i].write || buffer->usage & VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
        uint64_t lo = buffer->offset + recording->accesses[i].lo,
                 hi = buffer->offset + recording->accesses[i].hi;
        if (!object->map.device_writes && !recording->accesses[i].write &&
            iq_vk_changed_chunks(object, lo, hi))
            iq_vk_send(call, IQ_VERB_READ, arg, memory);
    }
}

/* A binary semaphore that is waited for must have its signal submitted before. */
/* by this submission so far; waited: and used up again */
struct signals {
    uint64_t values[16];
    bool waited[16];
    uint32_t count;
};

static void check_semaphore(struct signals *signals, struct iq_call *call,
                            const struct iq_member *member)
{
    struct iq_handle *handle =
        iq_vk_known(IQ_KIND_VK_SEMAPHORE, (const void *)(uintptr_t)member->value);
    struct iq_vk_object *object = iq_vk_object_of(handle);
    if (!object || iq_handle_is_dead(handle) || object->semaphore.timeline || iq_vk_is_blind())
        return;
    bool waits = strstr(member->path, "Wait");
    int at = -1;
    for (uint32_t i = 0; i < signals->count; i++)
        at = signals->values[i] == member->value ? (int)i : at;
    if (at < 0 && signals->count == 16)
        return; /* more than are followed */
    bool signalled = at < 0 ? object->semaphore.signalled : !signals->waited[at];
    at = at >= 0 ? at : (int)signals->count++;
    signals->values[at] = member->value;
    signals->waited[at] = waits;
    if (!waits && signalled && handle->created.number && !iq_vk_is_listening())
        iq_vk_send_misused(call, member->arg, handle, iq_walk_member_path(call, member),
                           (struct iq_vk_misused){ .how = IQ_VK_SIGNALLED_TWICE });
    if (waits && !signalled && handle->created.number)
        iq_vk_send_member(call, IQ_VERB_WAIT, member->arg, handle,
                          iq_walk_member_path(call, member));
}

/* --- timelines go forward
 * ------------------------------------------------------------------------------------------
 */

static void send_backwards(struct iq_call *call, int arg, const struct iq_handle *semaphore,
                           uint64_t value, uint64_t limit, const char *path)
{
    struct iq_event event = { .verb = IQ_VERB_SIGNAL,
                              .phase = IQ_PHASE_BEFORE,
                              .call = call,
                              .arg = arg,
                              .kind = (enum iq_kind)semaphore->kind,
                              .role = &call->entry->args[arg],
                              .handle = semaphore,
                              .value = value,
                              .signal.limit = limit,
                              .member = path };
    iq_rule_dispatch(&event);
}

void iq_vk_check_signal(struct iq_call *call, const struct iq_handle *semaphore, uint64_t value)
{
    uint64_t reached = iq_vk_value(semaphore),
             pending = iq_vk_pending_values(semaphore, NULL).lowest;
    if (semaphore->created.number && (value <= reached || value >= pending) && !iq_vk_is_blind())
        send_backwards(call, 1, semaphore, value, value <= reached ? reached : pending,
                       "pSignalInfo->value");
}

/* What batches of [call] before batch [end] give the timeline, or that batch waits for; [value] if
 * that is more. */
static uint64_t highest_before(const struct iq_call *call, uint32_t end,
                               const struct iq_handle *semaphore, uint64_t value)
{
    for (uint32_t i = 0; i <= end; i++) {
        struct iq_vk_batch batch = iq_vk_batch(call, i);
        for (uint32_t k = 0; k < (i == end ? batch.waits : batch.signals); k++) {
            struct iq_vk_await other =
                i == end ? iq_vk_batch_wait(&batch, k) : iq_vk_batch_signal(&batch, k);
            value = other.semaphore == semaphore && other.value > value ? other.value : value;
        }
    }
    return value;
}

/* Signals of one queue come in the order of submission, those of others may come before or
 * after. */
static void check_timelines(struct iq_call *call)
{
    struct iq_vk_queue *queue = call->found[0] ? iq_vk_queue_of(call->found[0]) : NULL;
    for (uint32_t i = 0; queue && !iq_vk_is_blind() && i < iq_vk_batches(call); i++) {
        struct iq_vk_batch batch = iq_vk_batch(call, i);
        for (uint32_t k = 0; k < batch.signals; k++) {
            struct iq_vk_await signal = iq_vk_batch_signal(&batch, k);
            const struct iq_vk_object *object = signal.semaphore ? signal.semaphore->details : NULL;
            if (!object || !object->semaphore.timeline || !signal.semaphore->created.number ||
                iq_handle_is_dead(signal.semaphore))
                continue;
            uint64_t reached = iq_vk_value(signal.semaphore),
                     pending = iq_vk_pending_values(signal.semaphore, queue).highest;
            uint64_t limit =
                highest_before(call, i, signal.semaphore, reached > pending ? reached : pending);
            char path[80];
            snprintf(path, sizeof path,
                     batch.second ? "pSubmits[%u].pSignalSemaphoreInfos[%u].value"
                                  : "pSubmits[%u].pNext->pSignalSemaphoreValues[%u]",
                     i, k);
            if (signal.value <= limit)
                send_backwards(call, 2, signal.semaphore, signal.value, limit,
                               iq_name_intern(path));
        }
    }
}

/* --- what is stale
 * ------------------------------------------------------------------------------------------
 */

/* What [handle], a descriptor set or a framebuffer, leads to and is gone; NULL.  *all: there is
 * nothing else, so that whatever uses it uses that. */
static const struct iq_handle *first_gone(const struct iq_handle *handle, bool *all)
{
    const struct iq_vk_object *object =
        handle->kind == IQ_KIND_VK_DESCRIPTOR_SET || handle->kind == IQ_KIND_VK_FRAMEBUFFER
            ? handle->details
            : NULL;
    const struct iq_handle *first = NULL;
    *all = true;
    for (int i = 0; object && !(handle->kind == IQ_KIND_VK_DESCRIPTOR_SET && object->set.loose) &&
                    i < IQ_VK_WRITTEN;
         i++) {
        const struct iq_handle *gone = iq_vk_gone(object->set.written[i]);
        first = first ? first : gone;
        *all &= gone || !object->set.written[i] || handle->kind == IQ_KIND_VK_FRAMEBUFFER;
    }
    return first;
}

/* Does [recording] use what is gone, or is not any more what the commands took it for?  Commands of
 * secondary command buffers count, too. */
static bool check_refs(struct iq_call *call, const struct iq_member *member,
                       const struct iq_vk_recording *recording, bool secondary)
{
    for (uint32_t i = 0; i < recording->ref_count; i++) {
        const struct iq_vk_ref *ref = &recording->refs[i];
        const struct iq_handle *gone = iq_vk_gone(ref->handle);
        struct iq_call_ref change = { 0 };
        bool all_gone;
        bool changed = !gone && iq_vk_has_changed(ref, &change);
        if (gone || changed) {
            iq_vk_send_stale(
                call, member->arg, gone ? gone : ref->handle, iq_walk_member_path(call, member),
                iq_vk_recording_first(recording, ref->handle), changed ? &change : NULL, false);
            return false;
        }
        gone = iq_vk_is_listening() ? NULL : first_gone(ref->handle, &all_gone);
        if (gone && (ref->handle->kind == IQ_KIND_VK_FRAMEBUFFER ||
                     iq_vk_recording_works_with(recording, ref->handle))) {
            iq_vk_send_stale(call, member->arg, gone, iq_walk_member_path(call, member),
                             iq_vk_recording_first(recording, ref->handle), NULL, !all_gone);
            return false;
        }
        if (!iq_vk_is_listening() && iq_vk_without_memory(ref->handle)) {
            iq_vk_check_bound(call, member->arg, ref->handle, iq_walk_member_path(call, member),
                              iq_vk_recording_first(recording, ref->handle));
            return false;
        }
        const struct iq_vk_recording *inner =
            ref->handle->kind == IQ_KIND_VK_COMMAND_BUFFER && !secondary
                ? iq_vk_recording_of(ref->handle)
                : NULL;
        if (inner && !check_refs(call, member, inner, true))
            return false;
    }
    check_coherence(call, member->arg, recording);
    return true;
}

/* Is a command buffer that is submitted stale?  Is it executing still? */
static void check_buffer(void *user, struct iq_call *call, const struct iq_member *member)
{
    struct iq_handle *handle =
        member->kind == IQ_KIND_VK_COMMAND_BUFFER
            ? iq_vk_known(IQ_KIND_VK_COMMAND_BUFFER, (const void *)(uintptr_t)member->value)
            : NULL;
    struct iq_vk_recording *recording = handle ? iq_vk_recording_of(handle) : NULL;
    if (member->kind == IQ_KIND_VK_SEMAPHORE)
        check_semaphore(user, call, member);
    if (handle && !iq_vk_check_executable(call, member->arg, handle, member))
        return;
    if (!recording || iq_handle_is_dead(handle) || !check_refs(call, member, recording, false))
        return;
    if (!recording->simultaneous && iq_vk_pending(handle))
        iq_vk_send_member(call, IQ_VERB_CHANGE, member->arg, handle,
                          iq_walk_member_path(call, member));
}

void iq_vk_check_submission(struct iq_call *call)
{
    struct iq_handle *handle = call->found[3];
    struct iq_vk_object *fence = iq_vk_object_of(handle);
    struct signals signals = { .count = 0 };
    call->entry->look(call, check_buffer, &signals);
    if (__atomic_load_n(&iq_vk_has_timelines, __ATOMIC_RELAXED))
        check_timelines(call);
    if (fence && handle && !fence->fence.signalled && iq_vk_pending(handle))
        iq_vk_send(call, IQ_VERB_CHANGE, 3, handle);
    else if (fence && fence->fence.signalled && !iq_vk_is_listening() && !iq_vk_is_blind() &&
             handle->created.number)
        iq_vk_send_misused(call, 3, handle, NULL,
                           (struct iq_vk_misused){ .how = IQ_VK_FENCE_SIGNALLED });
}

/* What the last submission that has any may crash the driver with, and its number. */
static struct iq_vk_suspect suspect;
static uint64_t suspected;

static const struct iq_vk_suspect *suspect_of(const struct iq_handle *buffer)
{
    const struct iq_vk_object *object =
        buffer && buffer->kind == IQ_KIND_VK_COMMAND_BUFFER ? buffer->details : NULL;
    const struct iq_vk_recording *recording = object ? object->recording : NULL;
    return recording && recording->suspect.ref.number ? &recording->suspect : NULL;
}

static void note_suspect(const struct iq_call *call)
{
    for (uint32_t i = 0, count = iq_vk_batches(call); i < count; i++) {
        struct iq_vk_batch batch = iq_vk_batch(call, i);
        for (uint32_t k = 0; k < batch.buffers; k++) {
            const struct iq_vk_suspect *found = suspect_of(iq_vk_batch_buffer(&batch, k));
            if (!found)
                continue;
            iq_numbered_open(&suspected);
            suspect = *found;
            iq_numbered_close(&suspected, call->number);
            return;
        }
    }
}

bool iq_vk_suspect_in(uint64_t submission, struct iq_vk_suspect *out)
{
    uint64_t number = iq_numbered_now(&suspected);
    *out = suspect;
    return number && number == submission && iq_numbered_is_still(&suspected, number);
}

void iq_vk_submission_begins(struct iq_call *call)
{
    note_suspect(call);
    struct iq_call_ref ref = iq_call_ref_of(call), *own = &iq_thread_block->submitting;
    iq_numbered_open(&own->number);
    own->entry = ref.entry;
    own->stack = ref.stack;
    own->thread = ref.thread;
    iq_numbered_close(&own->number, ref.number);
}

void iq_vk_submission_is_back(void) { iq_numbered_close(&iq_thread_block->submitting.number, 0); }

struct iq_call_ref iq_vk_submission_in_call(void)
{
    for (struct iq_thread *thread = iq_thread_first(); thread; thread = thread->next) {
        uint64_t number = iq_numbered_now(&thread->submitting.number);
        struct iq_call_ref ref = thread->submitting;
        if (number && iq_numbered_is_still(&thread->submitting.number, number))
            return ref;
    }
    return (struct iq_call_ref){ 0 };
}
