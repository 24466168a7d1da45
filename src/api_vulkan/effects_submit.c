/* Queues: what is submitted, what the host learns of its end. */
#include <stdio.h>

#include "abi/vulkan_abi.h"
#include "api_vulkan/events.h"
#include "api_vulkan/mapped.h"
#include "api_vulkan/message.h"
#include "api_vulkan/misuse.h"
#include "api_vulkan/needs.h"
#include "api_vulkan/polled.h"
#include "api_vulkan/semaphore.h"
#include "api_vulkan/state.h"
#include "api_vulkan/submission.h"
#include "call/core.h"
#include "call/thread.h"
#include "call/verdict.h"
#include "call/walk.h"
#include "model/names.h"

void iq_fx_vk_queue(struct iq_call *call, int phase);
void iq_fx_vk_submit(struct iq_call *call, int phase);
void iq_fx_vk_bind_sparse(struct iq_call *call, int phase);
void iq_fx_vk_present(struct iq_call *call, int phase);
void iq_fx_vk_acquire(struct iq_call *call, int phase);
void iq_fx_vk_acquire2(struct iq_call *call, int phase);
void iq_fx_vk_wait_fences(struct iq_call *call, int phase);
void iq_fx_vk_fence_status(struct iq_call *call, int phase);
void iq_fx_vk_reset_fences(struct iq_call *call, int phase);
void iq_fx_vk_fence(struct iq_call *call, int phase);
void iq_fx_vk_semaphore(struct iq_call *call, int phase);
void iq_fx_vk_idle(struct iq_call *call, int phase);
void iq_fx_vk_wait_semaphores(struct iq_call *call, int phase);
void iq_fx_vk_counter(struct iq_call *call, int phase);
void iq_fx_vk_signal(struct iq_call *call, int phase);
void iq_fx_vk_progress(struct iq_call *call, int phase);
void iq_fx_vk_descriptor(struct iq_call *call, int phase);
void iq_fx_vk_query_pool(struct iq_call *call, int phase);
void iq_fx_vk_query(struct iq_call *call, int phase);
void iq_fx_vk_query_results(struct iq_call *call, int phase);
void iq_fx_vk_swapchain(struct iq_call *call, int phase);

static const uint64_t LONG_NS = 1000000000;

/* --- semaphores and fences
 * ---------------------------------------------------------------------------------------------- */

/* The wait of a presentation uses the signal of a semaphore up. */
static struct iq_vk_point present_wait(struct iq_handle *semaphore, struct iq_call_ref ref)
{
    struct iq_vk_object *object = iq_vk_object_of(semaphore);
    if (!object)
        return (struct iq_vk_point){ NULL, 0 };
    object->semaphore.signalled = false;
    object->bound = ref;
    return iq_vk_last_signal(semaphore);
}

/* A presentation that was refused for a window that changed has been queued nevertheless: its
 * semaphores are waited for, its fences signalled. */
static bool was_queued(int64_t result)
{
    return result >= 0 || result == VK_ERROR_OUT_OF_DATE_KHR || result == VK_ERROR_SURFACE_LOST_KHR;
}

static void foreign_signal(struct iq_handle *semaphore, struct iq_handle *fence)
{
    struct iq_vk_object *object =
        semaphore && semaphore->kind == IQ_KIND_VK_SEMAPHORE ? iq_vk_object_of(semaphore) : NULL;
    if (object)
        object->semaphore.signalled = true;
    object = fence && fence->kind == IQ_KIND_VK_FENCE ? iq_vk_object_of(fence) : NULL;
    if (object)
        object->fence.foreign = true;
}

/* What has nothing to remember yet gets its details when it is used. */
void iq_fx_vk_fence(struct iq_call *call, int phase)
{
    const VkFenceCreateInfo *info = iq_vk_pointee(call, 1);
    VkFence const *made = iq_vk_pointee(call, 3);
    bool signalled = phase == IQ_EFFECTS_AFTER && !call->result && made && info &&
                     info->flags & VK_FENCE_CREATE_SIGNALED_BIT;
    struct iq_vk_object *object =
        signalled ? iq_vk_object_of(iq_vk_known(IQ_KIND_VK_FENCE, *made)) : NULL;
    if (object)
        object->fence.signalled = true;
}

void iq_fx_vk_semaphore(struct iq_call *call, int phase)
{
    const VkSemaphoreCreateInfo *info = iq_vk_pointee(call, 1);
    VkSemaphore const *made = iq_vk_pointee(call, 3);
    const VkSemaphoreTypeCreateInfo *type =
        phase == IQ_EFFECTS_AFTER && !call->result && made && info
            ? iq_vk_chained(info->pNext, VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO)
            : NULL;
    struct iq_vk_object *object =
        type ? iq_vk_object_of(iq_vk_known(IQ_KIND_VK_SEMAPHORE, *made)) : NULL;
    if (!object)
        return;
    object->semaphore.timeline = type->semaphoreType == VK_SEMAPHORE_TYPE_TIMELINE;
    object->semaphore.highest = object->semaphore.reached = type->initialValue;
    if (object->semaphore.timeline)
        __atomic_store_n(&iq_vk_has_timelines, true, __ATOMIC_RELAXED);
}

/* --- submissions
 * ------------------------------------------------------------------------------------------
 */

struct submit_batch {
    struct iq_vk_submission *submission;
    struct iq_vk_point point;
};

static struct submit_batch begin_submission(struct iq_call *call)
{
    struct iq_vk_queue *queue = call->found[0] ? iq_vk_queue_of(call->found[0]) : NULL;
    struct submit_batch batch = { NULL, { queue, 0 } };
    if (!queue)
        return batch;
    batch.point.seq = __atomic_load_n(&queue->submitted, __ATOMIC_RELAXED) + 1;
    batch.submission = &queue->ring[batch.point.seq % IQ_VK_PENDING];
    if (batch.submission->seq > __atomic_load_n(&queue->completed, __ATOMIC_ACQUIRE))
        iq_vk_inherit(&queue->ring[(batch.point.seq + 1) % IQ_VK_PENDING], batch.submission);
    *batch.submission =
        (struct iq_vk_submission){ .seq = batch.point.seq, .ref = iq_call_ref_of(call) };
    __atomic_store_n(&queue->submitted, batch.point.seq, __ATOMIC_RELEASE);
    return batch;
}

static void guard(const struct submit_batch *batch, const struct iq_vk_recording *recording,
                  const struct iq_vk_access *access)
{
    struct iq_vk_work work = { .access = *access,
                               .point = batch->point,
                               .recorded = batch->submission->ref,
                               .submitted = batch->submission->ref };
    if (access->command && access->command <= recording->count)
        work.recorded = recording->commands[access->command - 1].ref;
    iq_vk_mapped_guard(&work);
}

static void submit_recording(struct submit_batch *batch, struct iq_vk_recording *recording,
                             bool secondary)
{
    recording->submitted = batch->submission->ref;
    batch->submission->commands += recording->count;
    if (recording->awaits && !batch->submission->awaits)
        batch->submission->awaits = recording->awaits;
    bool stands_still = iq_vk_is_gated(batch->point.queue) || iq_vk_is_unset(recording->awaits);
    for (uint32_t i = 0; i < recording->access_count && !stands_still; i++)
        guard(batch, recording, &recording->accesses[i]);
    for (uint32_t i = 0; i < recording->ref_count && !secondary; i++) {
        struct iq_handle *handle = recording->refs[i].handle;
        struct iq_vk_recording *inner =
            handle->kind == IQ_KIND_VK_COMMAND_BUFFER ? iq_vk_recording_of(handle) : NULL;
        if (inner)
            submit_recording(batch, inner, true);
    }
}

static void submit_buffer(struct submit_batch *batch, struct iq_handle *handle)
{
    struct iq_vk_recording *recording = handle ? iq_vk_recording_of(handle) : NULL;
    if (!recording)
        return;
    iq_vk_use(handle, batch->point);
    submit_recording(batch, recording, false);
}

static void submit_fence(struct submit_batch *batch, struct iq_handle *handle)
{
    struct iq_vk_object *object = iq_vk_object_of(handle);
    if (!object || handle->kind != IQ_KIND_VK_FENCE)
        return;
    object->fence.point = batch->point;
    iq_vk_polled_forget(handle, &object->fence.polled);
    iq_vk_use(handle, batch->point);
}

/* What a submission was answered with leaves its fences without a signal: waits must not hang on
 * them. */
static bool is_lost(const struct iq_handle *device)
{
    return device && device->details && ((struct iq_vk_object *)device->details)->device.lost;
}

static void note_lost(struct iq_call *call)
{
    const struct iq_handle *queue = call->found[0];
    struct iq_vk_object *device = queue ? iq_vk_object_of(queue->parent) : NULL;
    if (device)
        device->device.lost = true;
}

static void answer_lost(struct iq_call *call)
{
    call->answered = true;
    call->result = VK_ERROR_DEVICE_LOST;
}

static bool is_queue_lost(const struct iq_handle *queue) { return queue && is_lost(queue->parent); }

/* True: the caller goes on. */
static bool begin_submit(struct iq_call *call, int phase)
{
    if (phase == IQ_EFFECTS_CHECK) {
        if (is_queue_lost(call->found[0]))
            answer_lost(call);
        else
            iq_vk_check_submission(call);
    }
    if (phase == IQ_EFFECTS_BEFORE)
        iq_vk_submission_begins(call);
    if (phase == IQ_EFFECTS_AFTER)
        iq_vk_submission_is_back();
    if (phase == IQ_EFFECTS_AFTER && call->result == VK_ERROR_VALIDATION_FAILED_EXT)
        note_lost(call);
    return phase == IQ_EFFECTS_AFTER && !call->result;
}

void iq_vk_submission_was_answered(struct iq_call *call) { note_lost(call); }

/* Each batch is a point of its own: its semaphores say nothing of those after it.  A fence without
 * any counts as one. */
void iq_fx_vk_submit(struct iq_call *call, int phase)
{
    if (!begin_submit(call, phase))
        return;
    struct submit_batch batch = { .submission = NULL };
    for (uint32_t i = 0, count = iq_vk_batches(call); i < count; i++) {
        struct iq_vk_batch info = iq_vk_batch(call, i);
        batch = begin_submission(call);
        if (!batch.submission)
            return;
        for (uint32_t k = 0; k < info.waits; k++) {
            struct iq_vk_await wait = iq_vk_batch_wait(&info, k);
            iq_vk_wait(batch.point.queue, batch.submission, wait.semaphore, wait.value);
            iq_vk_use(wait.semaphore, batch.point);
        }
        for (uint32_t k = 0; k < info.buffers; k++)
            submit_buffer(&batch, iq_vk_batch_buffer(&info, k));
        for (uint32_t k = 0; k < info.signals; k++) {
            struct iq_vk_await signal = iq_vk_batch_signal(&info, k);
            iq_vk_signal(signal.semaphore, signal.value, batch.point);
        }
    }
    if (call->found[3] && (batch.submission || (batch = begin_submission(call)).submission))
        submit_fence(&batch, call->found[3]);
}

/* Sparse binding changes what is bound page by page; only its fence and semaphores are followed. */
void iq_fx_vk_bind_sparse(struct iq_call *call, int phase)
{
    if (phase == IQ_EFFECTS_BEFORE)
        iq_vk_mapped_lift();
    const VkBindSparseInfo *infos = iq_vk_pointee(call, 2);
    if (phase != IQ_EFFECTS_AFTER || call->result)
        return;
    struct submit_batch batch = begin_submission(call);
    for (uint32_t i = 0; batch.submission && infos && i < (uint32_t)call->args[1]; i++) {
        const VkTimelineSemaphoreSubmitInfo *timeline =
            iq_vk_chained(infos[i].pNext, VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO);
        for (uint32_t k = 0; k < infos[i].waitSemaphoreCount; k++)
            iq_vk_wait(batch.point.queue, batch.submission,
                       iq_vk_known(IQ_KIND_VK_SEMAPHORE, infos[i].pWaitSemaphores[k]),
                       iq_vk_timeline_value(timeline, false, k));
        for (uint32_t k = 0; k < infos[i].signalSemaphoreCount; k++)
            iq_vk_signal(iq_vk_known(IQ_KIND_VK_SEMAPHORE, infos[i].pSignalSemaphores[k]),
                         iq_vk_timeline_value(timeline, true, k), batch.point);
    }
    if (batch.submission && call->found[3])
        submit_fence(&batch, call->found[3]);
}

/* --- presentation
 * ------------------------------------------------------------------------------------------
 */

/* Images of a shared mode are presented again and again. */
void iq_fx_vk_swapchain(struct iq_call *call, int phase)
{
    enum { FIRST_SHARED = 1000111000 };
    const VkSwapchainCreateInfoKHR *info = iq_vk_pointee(call, 1);
    VkSwapchainKHR const *made = iq_vk_pointee(call, 3);
    struct iq_vk_object *object = phase == IQ_EFFECTS_AFTER && !call->result && made
                                      ? iq_vk_object_of(iq_vk_known(IQ_KIND_VK_SWAPCHAIN, *made))
                                      : NULL;
    if (object && info)
        object->swapchain.counts = (uint32_t)info->presentMode < FIRST_SHARED;
}

static uint64_t image_bit(uint32_t index) { return index < 64 ? 1ull << index : 0; }

static void check_acquired(struct iq_call *call, const VkPresentInfoKHR *info)
{
    for (uint32_t i = 0; !iq_vk_is_listening() && info->pSwapchains && info->pImageIndices &&
                         i < info->swapchainCount;
         i++) {
        const struct iq_handle *handle = iq_vk_known(IQ_KIND_VK_SWAPCHAIN, info->pSwapchains[i]);
        const struct iq_vk_object *chain =
            handle && !iq_handle_is_dead(handle) ? handle->details : NULL;
        char path[64];
        if (!chain || !chain->swapchain.counts || info->pImageIndices[i] >= 64 ||
            chain->swapchain.acquired & image_bit(info->pImageIndices[i]))
            continue;
        snprintf(path, sizeof path, "pPresentInfo->pImageIndices[%u]", i);
        iq_vk_send_misused(call, 1, handle, iq_name_intern(path),
                           (struct iq_vk_misused){ .how = IQ_VK_NOT_ACQUIRED });
        return;
    }
}

void iq_fx_vk_present(struct iq_call *call, int phase)
{
    if (phase == IQ_EFFECTS_BEFORE)
        iq_vk_mapped_lift();
    const VkPresentInfoKHR *info = iq_vk_pointee(call, 1);
    if (phase == IQ_EFFECTS_CHECK && is_queue_lost(call->found[0]))
        answer_lost(call);
    else if (phase == IQ_EFFECTS_CHECK && info)
        check_acquired(call, info);
    if (phase != IQ_EFFECTS_AFTER || !info || !was_queued(call->result))
        return;
    const VkSwapchainPresentFenceInfoEXT *fences =
        iq_vk_chained(info->pNext, VK_STRUCTURE_TYPE_SWAPCHAIN_PRESENT_FENCE_INFO_EXT);
    for (uint32_t i = 0; fences && fences->pFences && i < fences->swapchainCount; i++)
        foreign_signal(NULL, iq_vk_known(IQ_KIND_VK_FENCE, fences->pFences[i]));
    struct iq_vk_point point = { NULL, 0 };
    for (uint32_t i = 0; i < info->waitSemaphoreCount; i++) {
        struct iq_vk_point next = present_wait(
            iq_vk_known(IQ_KIND_VK_SEMAPHORE, info->pWaitSemaphores[i]), iq_call_ref_of(call));
        point = next.queue == point.queue && next.seq < point.seq ? point : next;
    }
    for (uint32_t i = 0; call->result >= 0 && i < info->swapchainCount; i++) {
        struct iq_vk_object *chain =
            iq_vk_object_of(iq_vk_known(IQ_KIND_VK_SWAPCHAIN, info->pSwapchains[i]));
        if (!chain)
            continue;
        chain->swapchain.presented[info->pImageIndices[i] % IQ_VK_IMAGES] = point;
        chain->swapchain.acquired &= ~image_bit(info->pImageIndices[i]);
    }
}

/* An image comes back when its presentation is over, and that began after the work it waited for.
 * The program may only use it when the semaphore or fence of this call is signalled; until then we
 * are too trusting. */
static void acquire(struct iq_call *call, struct iq_handle *handle, struct iq_handle *semaphore,
                    struct iq_handle *fence, const uint32_t *index)
{
    if ((call->result != VK_SUCCESS && call->result != VK_SUBOPTIMAL_KHR) || !index)
        return;
    foreign_signal(semaphore, fence);
    struct iq_vk_object *chain = iq_vk_object_of(handle);
    if (!chain || handle->kind != IQ_KIND_VK_SWAPCHAIN)
        return;
    iq_vk_complete(chain->swapchain.presented[*index % IQ_VK_IMAGES]);
    iq_vk_mapped_work_ended();
    chain->swapchain.acquired |= image_bit(*index);
}

/* True: the caller goes on. */
static bool begin_acquire(struct iq_call *call, int phase)
{
    if (phase == IQ_EFFECTS_CHECK && is_lost(call->found[0]))
        /* images come back when they were presented, which they were not */
        answer_lost(call);
    if (phase == IQ_EFFECTS_BEFORE)
        iq_vk_mapped_lift();
    return phase == IQ_EFFECTS_AFTER;
}

void iq_fx_vk_acquire(struct iq_call *call, int phase)
{
    if (begin_acquire(call, phase))
        acquire(call, call->found[1], call->found[3], call->found[4], iq_vk_pointee(call, 5));
}

void iq_fx_vk_acquire2(struct iq_call *call, int phase)
{
    const VkAcquireNextImageInfoKHR *info = iq_vk_pointee(call, 1);
    if (begin_acquire(call, phase) && info)
        acquire(call, iq_vk_known(IQ_KIND_VK_SWAPCHAIN, info->swapchain),
                iq_vk_known(IQ_KIND_VK_SEMAPHORE, info->semaphore),
                iq_vk_known(IQ_KIND_VK_FENCE, info->fence), iq_vk_pointee(call, 2));
}

/* --- what the host learns
 * ------------------------------------------------------------------------------------------
 */

/* A fence that no work that reached the driver will signal. */
static bool will_not_come(struct iq_handle *fence)
{
    struct iq_vk_object *object = iq_vk_object_of(fence);
    return object && !object->fence.signalled && !object->fence.foreign &&
           !object->fence.point.queue && fence->created.entry &&
           fence->created.entry->operation == IQ_OP_CREATE_FENCE && !iq_vk_is_blind();
}

static struct iq_vk_polled *polled_of(struct iq_handle *fence)
{
    return &iq_vk_object_of(fence)->fence.polled;
}

static const struct iq_handle *queue_of_fence(struct iq_handle *fence)
{
    const struct iq_vk_object *object = iq_vk_object_of(fence);
    return object && object->fence.point.queue ? object->fence.point.queue->handle : NULL;
}

/* A wait for what [owner] has to do, whose work waits for an event that nobody has set. */
static void check_awaited(struct iq_call *call, const struct iq_handle *owner)
{
    const struct iq_vk_submission *stuck =
        owner && !iq_vk_is_blind() ? iq_vk_awaiting(owner) : NULL;
    if (stuck)
        iq_vk_send(call, IQ_VERB_WAIT, -1, stuck->awaits);
}

static void fence_is_signalled(VkFence value)
{
    struct iq_vk_object *object = iq_vk_object_of(iq_vk_known(IQ_KIND_VK_FENCE, value));
    if (object) {
        iq_vk_complete(object->fence.point);
        object->fence.signalled = true;
    }
}

/* What a call has told by fences and semaphores that it asked for: nothing but the end of work of
 * [queue]; not [known]: more. */
struct told {
    const struct iq_vk_queue *queue;
    bool known;
};

static void add_told(struct told *told, const struct iq_vk_queue *queue)
{
    told->known &= !told->queue || !queue || told->queue == queue;
    told->queue = queue ? queue : told->queue;
}

static void close_after_fences(VkFence const *fences, uint32_t count, bool all)
{
    struct told told = { NULL, fences && all };
    for (uint32_t i = 0; i < count && told.known; i++) {
        struct iq_handle *fence = iq_vk_known(IQ_KIND_VK_FENCE, fences[i]);
        const struct iq_vk_object *object = iq_vk_object_of(fence);
        told.known = object && fence->created.entry && !object->fence.foreign;
        add_told(&told, object ? object->fence.point.queue : NULL);
    }
    iq_vk_mapped_close(told.queue, told.known);
}

static void close_after_timelines(VkSemaphore const *semaphores, uint32_t count, bool all)
{
    struct told told = { NULL, semaphores && all };
    for (uint32_t i = 0; i < count && told.known; i++) {
        struct iq_handle *semaphore = iq_vk_known(IQ_KIND_VK_SEMAPHORE, semaphores[i]);
        const struct iq_vk_object *object = iq_vk_object_of(semaphore);
        told.known = object && semaphore->created.entry && object->semaphore.timeline &&
                     !object->semaphore.dropped.point.queue;
        for (int k = 0; k < IQ_VK_SIGNALS && told.known; k++)
            add_told(&told, object->semaphore.signals[k].point.queue);
    }
    iq_vk_mapped_close(told.queue, told.known);
}

void iq_fx_vk_wait_fences(struct iq_call *call, int phase)
{
    if (phase == IQ_EFFECTS_BEFORE)
        iq_vk_mapped_open();
    VkFence const *fences = iq_vk_pointee(call, 2);
    uint32_t count = (uint32_t)call->args[1];
    bool all = call->args[3] || count == 1;
    for (uint32_t i = 0; phase == IQ_EFFECTS_CHECK && fences && i < count; i++) {
        struct iq_handle *fence = iq_vk_known(IQ_KIND_VK_FENCE, fences[i]);
        if (!will_not_come(fence))
            continue;
        if (is_lost(call->found[0]))
            answer_lost(call);
        else if (call->args[4] >= LONG_NS && all)
            iq_vk_send(call, IQ_VERB_WAIT, 2, fence);
        else if (all)
            iq_vk_polled_query(call, polled_of(fence));
    }
    if (phase == IQ_EFFECTS_CHECK && count == 1 && fences && call->args[4] >= LONG_NS)
        check_awaited(call, queue_of_fence(iq_vk_known(IQ_KIND_VK_FENCE, fences[0])));
    if (phase != IQ_EFFECTS_AFTER)
        return;
    iq_verdict_came_back(iq_thread_block, call, call->result == VK_SUCCESS);
    for (uint32_t i = 0; i < count && call->result == VK_TIMEOUT && !call->answered &&
                         call->args[4] < LONG_NS && fences && all;
         i++) {
        struct iq_handle *fence = iq_vk_known(IQ_KIND_VK_FENCE, fences[i]);
        if (will_not_come(fence))
            iq_vk_polled_answer(call, 2, fence, polled_of(fence), call->args[4]);
    }
    for (uint32_t i = 0; i < count && call->result == VK_SUCCESS && fences && all; i++)
        fence_is_signalled(fences[i]);
    close_after_fences(fences, count, all && call->result >= 0);
}

void iq_fx_vk_fence_status(struct iq_call *call, int phase)
{
    VkFence fence = (VkFence)(uintptr_t)call->args[1];
    if (phase == IQ_EFFECTS_BEFORE)
        iq_vk_mapped_open();
    bool idle = phase != IQ_EFFECTS_BEFORE && will_not_come(call->found[1]);
    if (phase == IQ_EFFECTS_CHECK && idle && is_lost(call->found[0]))
        answer_lost(call);
    else if (phase == IQ_EFFECTS_CHECK && idle)
        iq_vk_polled_query(call, polled_of(call->found[1]));
    if (phase != IQ_EFFECTS_AFTER)
        return;
    if (idle && call->result == VK_NOT_READY)
        iq_vk_polled_answer(call, 1, call->found[1], polled_of(call->found[1]), 0);
    if (call->result == VK_SUCCESS)
        fence_is_signalled(fence);
    close_after_fences(&fence, 1, call->result >= 0);
}

void iq_fx_vk_reset_fences(struct iq_call *call, int phase)
{
    VkFence const *fences = iq_vk_pointee(call, 2);
    for (uint32_t i = 0; fences && i < (uint32_t)call->args[1]; i++) {
        struct iq_handle *handle = iq_vk_known(IQ_KIND_VK_FENCE, fences[i]);
        struct iq_vk_object *object = iq_vk_object_of(handle);
        if (phase == IQ_EFFECTS_CHECK && object && !object->fence.signalled &&
            iq_vk_pending(handle))
            iq_vk_send(call, IQ_VERB_CHANGE, 2, handle);
        if (phase == IQ_EFFECTS_AFTER && call->result == VK_SUCCESS && object) {
            object->fence.point = (struct iq_vk_point){ NULL, 0 };
            object->fence.signalled = false;
        }
    }
}

/* vkQueueWaitIdle and vkDeviceWaitIdle; a lost device has no work any more, either. */
void iq_fx_vk_idle(struct iq_call *call, int phase)
{
    if (phase == IQ_EFFECTS_BEFORE)
        iq_vk_mapped_lift();
    struct iq_handle *handle = call->found[0];
    if (phase == IQ_EFFECTS_CHECK)
        check_awaited(call, handle);
    if (phase == IQ_EFFECTS_AFTER)
        iq_verdict_came_back(iq_thread_block, call, call->result == VK_SUCCESS);
    if (phase != IQ_EFFECTS_AFTER ||
        (call->result != VK_SUCCESS && call->result != VK_ERROR_DEVICE_LOST) || !handle)
        return;
    struct iq_vk_queue *queue = iq_vk_queue_of(handle);
    if (queue)
        iq_vk_complete(
            (struct iq_vk_point){ queue, __atomic_load_n(&queue->submitted, __ATOMIC_ACQUIRE) });
    else
        iq_vk_complete_device(handle);
    iq_vk_mapped_work_ended();
}

static void check_timelines(struct iq_call *call, const VkSemaphoreWaitInfo *info)
{
    for (uint32_t i = 0; info->pSemaphores && info->pValues && i < info->semaphoreCount; i++) {
        struct iq_handle *handle = iq_vk_known(IQ_KIND_VK_SEMAPHORE, info->pSemaphores[i]);
        struct iq_vk_object *object = iq_vk_object_of(handle);
        if (object && handle->created.number && object->semaphore.timeline &&
            object->semaphore.highest < info->pValues[i] && !iq_vk_is_blind())
            iq_vk_send_member(call, IQ_VERB_WAIT, 1, handle, "pWaitInfo->pValues");
    }
}

/* The host signals. */
void iq_fx_vk_signal(struct iq_call *call, int phase)
{
    const VkSemaphoreSignalInfo *info = iq_vk_pointee(call, 1);
    struct iq_handle *handle = info ? iq_vk_known(IQ_KIND_VK_SEMAPHORE, info->semaphore) : NULL;
    struct iq_vk_object *object = iq_vk_object_of(handle);
    if (!object || !object->semaphore.timeline)
        return;
    if (phase == IQ_EFFECTS_CHECK)
        iq_vk_check_signal(call, handle, info->value);
    if (phase == IQ_EFFECTS_BEFORE && info->value > object->semaphore.highest)
        object->semaphore.highest = info->value;
    if (phase == IQ_EFFECTS_AFTER && !call->result && info->value > object->semaphore.reached)
        object->semaphore.reached = info->value;
}

void iq_fx_vk_wait_semaphores(struct iq_call *call, int phase)
{
    if (phase == IQ_EFFECTS_BEFORE)
        iq_vk_mapped_open();
    const VkSemaphoreWaitInfo *info = iq_vk_pointee(call, 1);
    bool all = info && (!(info->flags & VK_SEMAPHORE_WAIT_ANY_BIT) || info->semaphoreCount == 1);
    if (phase == IQ_EFFECTS_CHECK && is_lost(call->found[0]))
        answer_lost(call);
    else if (phase == IQ_EFFECTS_CHECK && info && call->args[2] >= LONG_NS &&
             !(info->flags & VK_SEMAPHORE_WAIT_ANY_BIT))
        check_timelines(call, info);
    if (phase != IQ_EFFECTS_AFTER)
        return;
    iq_verdict_came_back(iq_thread_block, call, call->result == VK_SUCCESS);
    for (uint32_t i = 0; all && i < info->semaphoreCount && call->result == VK_SUCCESS; i++)
        iq_vk_reached(iq_vk_known(IQ_KIND_VK_SEMAPHORE, info->pSemaphores[i]), info->pValues[i]);
    close_after_timelines(info ? info->pSemaphores : NULL, info ? info->semaphoreCount : 0,
                          all && call->result >= 0);
}

void iq_fx_vk_counter(struct iq_call *call, int phase)
{
    VkSemaphore semaphore = (VkSemaphore)(uintptr_t)call->args[1];
    if (phase == IQ_EFFECTS_BEFORE)
        iq_vk_mapped_open();
    const uint64_t *value = iq_vk_pointee(call, 2);
    if (phase != IQ_EFFECTS_AFTER)
        return;
    if (call->result == VK_SUCCESS && value)
        iq_vk_reached(call->found[1], *value);
    close_after_timelines(&semaphore, 1, call->result >= 0);
}

/* Events tell of some commands without saying of which. */
void iq_fx_vk_progress(struct iq_call *call, int phase)
{
    if (phase == IQ_EFFECTS_BEFORE)
        iq_vk_mapped_lift();
    if (phase != IQ_EFFECTS_AFTER || call->result < 0)
        return;
    if (call->result == VK_EVENT_SET)
        iq_vk_complete_device(call->found[0]);
    iq_vk_mapped_work_ended();
}

/* Whoever has a file descriptor of a fence or a semaphore learns without us. */
void iq_fx_vk_descriptor(struct iq_call *call, int phase)
{
    if (phase == IQ_EFFECTS_BEFORE)
        iq_vk_mapped_lift();
    if (phase != IQ_EFFECTS_AFTER || call->result < 0)
        return;
    iq_vk_blind();
    iq_vk_mapped_work_ended();
}

/* vkCreateQueryPool. */
void iq_fx_vk_query_pool(struct iq_call *call, int phase)
{
    const VkQueryPoolCreateInfo *info = iq_vk_pointee(call, 1);
    VkQueryPool const *made = iq_vk_pointee(call, 3);
    struct iq_vk_object *object = phase == IQ_EFFECTS_AFTER && !call->result && info && made
                                      ? iq_vk_object_of(iq_vk_known(IQ_KIND_VK_QUERY_POOL, *made))
                                      : NULL;
    if (object)
        object->queries.count = info->queryCount;
}

static bool is_pool(const struct iq_handle *handle)
{
    return handle && handle->kind == IQ_KIND_VK_QUERY_POOL;
}

/* Are the queries there that [call] names, one or queryCount from firstQuery on? */
static void check_queries(struct iq_call *call)
{
    const struct iq_handle *pool = call->found[1];
    for (int i = 2; i < call->entry->arg_count && i < 8 && !is_pool(pool); i++)
        pool = call->found[i];
    const struct iq_vk_object *object = is_pool(pool) ? pool->details : NULL;
    int first = iq_entry_arg_named(call->entry, "firstQuery"),
        count = iq_entry_arg_named(call->entry, "queryCount"),
        query = first < 0 ? iq_entry_arg_named(call->entry, "query") : first;
    if (!object || !object->queries.count || query < 0 || iq_vk_is_listening())
        return;
    uint64_t number = count < 0 ? 1 : (uint32_t)call->args[count],
             last = (uint64_t)(uint32_t)call->args[query] + number - 1;
    if (number && last >= object->queries.count)
        iq_vk_send_flaw(call, query,
                        &(struct iq_vk_flaw){ .how = IQ_VK_NO_QUERY,
                                              .name = call->entry->args[query].name,
                                              .value = last,
                                              .wanted = object->queries.count },
                        pool);
}

/* Commands about queries that do not write them, and vkResetQueryPool. */
void iq_fx_vk_queries(struct iq_call *call, int phase)
{
    if (phase == IQ_EFFECTS_CHECK)
        check_queries(call);
    (void)iq_vk_record_call(call, phase);
}

/* Commands that write queries: they name the pool. */
void iq_fx_vk_query(struct iq_call *call, int phase)
{
    if (phase == IQ_EFFECTS_CHECK)
        check_queries(call);
    if (!iq_vk_record_call(call, phase))
        return;
    for (int i = 1; i < call->entry->arg_count && i < 8; i++) {
        struct iq_handle *pool = call->found[i];
        struct iq_vk_object *object =
            pool && pool->kind == IQ_KIND_VK_QUERY_POOL ? iq_vk_object_of(pool) : NULL;
        if (object)
            object->queries.written = true;
    }
}

/* vkGetQueryPoolResults.  A pool that no command writes, or that nothing that was submitted uses,
 * has no results to wait for. */
void iq_fx_vk_query_results(struct iq_call *call, int phase)
{
    struct iq_handle *pool = call->found[1];
    struct iq_vk_object *object =
        pool && pool->kind == IQ_KIND_VK_QUERY_POOL ? iq_vk_object_of(pool) : NULL;
    bool idle =
        object && (!object->queries.written || !object->uses[0].queue) && pool->created.number;
    if (phase == IQ_EFFECTS_CHECK)
        check_queries(call);
    if (phase == IQ_EFFECTS_BEFORE)
        iq_vk_mapped_lift();
    if (phase == IQ_EFFECTS_CHECK && idle && call->args[7] & VK_QUERY_RESULT_WAIT_BIT)
        iq_vk_send(call, IQ_VERB_WAIT, 1, pool);
    if (phase != IQ_EFFECTS_BEFORE && idle && !(call->args[7] & VK_QUERY_RESULT_WAIT_BIT)) {
        if (phase == IQ_EFFECTS_CHECK)
            iq_vk_polled_query(call, &object->queries.polled);
        else if (call->result == VK_NOT_READY)
            iq_vk_polled_answer(call, 1, pool, &object->queries.polled, 0);
    }
    if (phase == IQ_EFFECTS_AFTER && call->args[7] & VK_QUERY_RESULT_WAIT_BIT)
        iq_verdict_came_back(iq_thread_block, call, call->result == VK_SUCCESS);
    if (phase == IQ_EFFECTS_AFTER && call->result == VK_SUCCESS)
        iq_vk_complete_device(call->found[0]);
    if (phase == IQ_EFFECTS_AFTER)
        iq_vk_mapped_work_ended();
}

void iq_fx_vk_queue(struct iq_call *call, int phase)
{
    int arg = call->entry->arg_count - 1;
    VkQueue const *made = iq_vk_pointee(call, arg);
    if (phase != IQ_EFFECTS_AFTER || !made || !*made)
        return;
    struct iq_call_ref ref = iq_call_ref_of(call);
    struct iq_handle *handle = iq_vk_known(IQ_KIND_VK_QUEUE, *made);
    if (!handle || iq_handle_is_dead(handle))
        handle = iq_handle_create(IQ_KIND_VK_QUEUE, (uint64_t)(uintptr_t)*made, NULL, ref);
    if (handle) {
        iq_handle_set_parent(handle, call->found[0]);
        (void)iq_vk_queue_of(handle);
    }
}
