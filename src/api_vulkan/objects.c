#include "api_vulkan/objects.h"

#include <stddef.h>
#include <string.h>

#include "api_vulkan/compute.h"
#include "api_vulkan/semaphore.h"
#include "base/hot.h"
#include "base/locks.h"
#include "base/memory.h"
#include "call/core.h"
#include "call/plan.h"
#include "call/walk.h"

enum { QUEUES = 64, DEPTH = 6, SAMPLES = 8192 };

static struct iq_vk_queue *queues[QUEUES];
static uint32_t queue_count; /* atomic */
static bool blind;
bool iq_vk_has_timelines;

struct iq_handle *iq_vk_known(enum iq_kind kind, const void *value)
{
    struct iq_handle *handle = value ? iq_handle_find(kind, (uint64_t)(uintptr_t)value) : NULL;
    return handle && handle->kind == kind ? handle : NULL;
}

struct iq_handle *iq_vk_element(const struct iq_call *call, int arg, uint32_t index)
{
    enum iq_kind kind = (enum iq_kind)call->entry->args[arg].kind;
    struct iq_handle *first = index ? NULL : call->found[arg]; /* the walker was there */
    return first && first->kind == kind
               ? first
               : iq_vk_known(kind, ((void *const *)iq_vk_pointee(call, arg))[index]);
}

#define UP_TO(member) \
    (offsetof(struct iq_vk_object, member) + sizeof((struct iq_vk_object *)NULL)->member)

/* Most objects are small, and what is made and destroyed all the time should find its memory in the
 * cache. */
static size_t bytes_of(enum iq_kind kind)
{
    switch (kind) {
    case IQ_KIND_VK_BUFFER:
    case IQ_KIND_VK_BUFFER_VIEW:
    case IQ_KIND_VK_IMAGE_VIEW:
    case IQ_KIND_VK_SAMPLER: return UP_TO(is_plain);
    case IQ_KIND_VK_RENDER_PASS: return UP_TO(subpasses);
    case IQ_KIND_VK_IMAGE: return UP_TO(image);
    case IQ_KIND_VK_FENCE: return UP_TO(fence);
    case IQ_KIND_VK_EVENT: return UP_TO(event);
    case IQ_KIND_VK_COMMAND_BUFFER: return UP_TO(recording);
    default: return sizeof(struct iq_vk_object);
    }
}

struct iq_vk_object *iq_vk_object_of(struct iq_handle *handle)
{
    if (!handle || !iq_handle_is_of_vulkan(handle->kind))
        return NULL;
    return handle->details ? handle->details : iq_handle_details(handle, bytes_of(handle->kind), 0);
}

/* Layouts and modules may go before the command buffers that were recorded with them. */
static bool may_not_go(const struct iq_handle *handle)
{
    return handle->kind != IQ_KIND_VK_PIPELINE_LAYOUT &&
           handle->kind != IQ_KIND_VK_DESCRIPTOR_SET_LAYOUT &&
           handle->kind != IQ_KIND_VK_SHADER_MODULE && handle->kind != IQ_KIND_VK_RENDER_PASS &&
           handle->kind != IQ_KIND_VK_DESCRIPTOR_UPDATE_TEMPLATE;
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
    return memory->map.properties & VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT &&
           !(memory->map.properties & VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
}

bool iq_vk_is_mapped(const struct iq_handle *handle)
{
    const struct iq_vk_object *object =
        handle && handle->kind == IQ_KIND_VK_BUFFER ? handle->details : NULL;
    return object && object->memory && object->memory->details &&
           ((const struct iq_vk_object *)object->memory->details)->map.address;
}

static uint64_t chunk_begin(const struct iq_vk_object *memory, unsigned chunk)
{
    return memory->map.size / sizeof(uint64_t) * chunk / IQ_VK_CHUNKS;
}

static uint64_t sum_of(const struct iq_vk_object *memory, unsigned chunk)
{
    uint64_t begin = chunk_begin(memory, chunk), end = chunk_begin(memory, chunk + 1),
             step = (end - begin) / (SAMPLES / IQ_VK_CHUNKS) + 1, sum = end - begin;
    const uint64_t *at = (const uint64_t *)(uintptr_t)memory->map.address;
    for (uint64_t i = begin; at && i < end; i += step)
        sum = (sum ^ at[i]) * 0x9e3779b97f4a7c15u;
    return sum;
}

/* Bytes are counted from the beginning of the memory, chunks from that of what is mapped. */
static bool is_in(const struct iq_vk_object *memory, unsigned chunk, uint64_t lo, uint64_t hi)
{
    uint64_t begin = memory->map.offset + chunk_begin(memory, chunk) * sizeof(uint64_t),
             end = memory->map.offset + chunk_begin(memory, chunk + 1) * sizeof(uint64_t);
    return begin < end && lo < end && hi > begin;
}

void iq_vk_note_chunks(struct iq_vk_object *memory, uint64_t lo, uint64_t hi)
{
    for (unsigned i = 0; i < IQ_VK_CHUNKS; i++)
        if (is_in(memory, i, lo, hi))
            memory->map.sums[i] = sum_of(memory, i);
}

uint32_t iq_vk_changed_chunks(const struct iq_vk_object *memory, uint64_t lo, uint64_t hi)
{
    uint32_t changed = 0;
    for (unsigned i = 0; i < IQ_VK_CHUNKS; i++)
        if (is_in(memory, i, lo, hi))
            changed |= (uint32_t)(memory->map.address ? sum_of(memory, i) != memory->map.sums[i]
                                                      : memory->map.unflushed >> i & 1)
                       << i;
    return changed;
}

/* --- queues
 * ------------------------------------------------------------------------------------------
 */

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

static uint64_t completed(const struct iq_vk_queue *queue)
{
    return __atomic_load_n(&queue->completed, __ATOMIC_ACQUIRE);
}

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
    while (before < point.seq &&
           !__atomic_compare_exchange_n(&point.queue->completed, &before, point.seq, false,
                                        __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        ;
    if (first + IQ_VK_PENDING <= point.seq)
        first = point.seq - IQ_VK_PENDING + 1;
    for (uint64_t seq = first; seq <= point.seq; seq++) {
        const struct iq_vk_submission *at = submission(point.queue, seq);
        for (int i = 0; at && i < IQ_VK_WAITS; i++) {
            if (at->waits[i].queue && !iq_vk_is_complete(at->waits[i]))
                iq_vk_complete(at->waits[i]);
            if (at->values[i].semaphore && at->values[i].semaphore->serial == at->values[i].serial)
                iq_vk_reached(at->values[i].semaphore, at->values[i].value);
        }
    }
}

void iq_vk_complete_device(const struct iq_handle *device)
{
    for (uint32_t i = 0; i < __atomic_load_n(&queue_count, __ATOMIC_ACQUIRE); i++)
        if (!device || queues[i]->handle->parent == device)
            iq_vk_complete((struct iq_vk_point){
                queues[i], __atomic_load_n(&queues[i]->submitted, __ATOMIC_ACQUIRE) });
}

bool iq_vk_is_blind(void) { return __atomic_load_n(&blind, __ATOMIC_RELAXED); }

void iq_vk_blind(void) { __atomic_store_n(&blind, true, __ATOMIC_RELAXED); }

static void use_at_depth(struct iq_handle *handle, struct iq_vk_point point, int depth)
{
    struct iq_vk_object *object = iq_vk_object_of(handle);
    if (!object || depth > DEPTH)
        return;
    struct iq_vk_point *slot = NULL;
    for (int i = 0; i < IQ_VK_USES && (!slot || slot->queue != point.queue); i++)
        if (object->uses[i].queue == point.queue ||
            (!slot && (!object->uses[i].queue || iq_vk_is_complete(object->uses[i]))))
            slot = &object->uses[i];
    slot = slot ? slot : &object->uses[0];
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
            use_at_depth(object->recording->refs[i].handle, point, depth + 1);
}

void iq_vk_use(struct iq_handle *handle, struct iq_vk_point point)
{
    use_at_depth(handle, point, 0);
}

static const struct iq_vk_submission *pending_of_device(const struct iq_handle *device)
{
    for (uint32_t i = 0; i < __atomic_load_n(&queue_count, __ATOMIC_ACQUIRE) &&
                         !__atomic_load_n(&blind, __ATOMIC_RELAXED);
         i++) {
        uint64_t last = __atomic_load_n(&queues[i]->submitted, __ATOMIC_ACQUIRE);
        if (queues[i]->handle->parent == device && last > completed(queues[i]))
            return submission(queues[i], last);
    }
    return NULL;
}

const struct iq_vk_submission *iq_vk_pending(const struct iq_handle *handle)
{
    const struct iq_vk_object *object =
        handle && iq_handle_is_of_vulkan(handle->kind) ? handle->details : NULL;
    static const struct iq_vk_submission forgotten;
    if (handle && handle->kind == IQ_KIND_VK_DEVICE)
        return pending_of_device(handle);
    if (object &&
        (handle->kind == IQ_KIND_VK_PIPELINE_LAYOUT ||
         handle->kind == IQ_KIND_VK_DESCRIPTOR_SET_LAYOUT ||
         handle->kind == IQ_KIND_VK_SHADER_MODULE || handle->kind == IQ_KIND_VK_SWAPCHAIN))
        return NULL; /* may go, or are asked about in another way */
    if (!object || __atomic_load_n(&blind, __ATOMIC_RELAXED))
        return NULL;
    for (int i = 0; i < IQ_VK_USES; i++)
        if (object->uses[i].queue && !iq_vk_is_complete(object->uses[i])) {
            const struct iq_vk_submission *at =
                submission(object->uses[i].queue, object->uses[i].seq);
            return at ? at : &forgotten;
        }
    return NULL;
}

const struct iq_vk_submission *iq_vk_last_use(const struct iq_handle *handle)
{
    const struct iq_vk_object *object =
        handle && iq_handle_is_of_vulkan(handle->kind) ? handle->details : NULL;
    const struct iq_vk_submission *last = NULL;
    for (int i = 0; object && i < IQ_VK_USES; i++) {
        const struct iq_vk_submission *at =
            object->uses[i].queue ? submission(object->uses[i].queue, object->uses[i].seq) : NULL;
        last = at && (!last || at->ref.number > last->ref.number) ? at : last;
    }
    return last;
}

bool iq_vk_is_unset(const struct iq_handle *event)
{
    const struct iq_vk_object *object = event ? event->details : NULL;
    return object && !object->event.set;
}

const struct iq_vk_submission *iq_vk_awaiting(const struct iq_handle *owner)
{
    for (uint32_t i = 0; i < __atomic_load_n(&queue_count, __ATOMIC_ACQUIRE); i++) {
        const struct iq_vk_queue *queue = queues[i];
        uint64_t last = __atomic_load_n(&queue->submitted, __ATOMIC_ACQUIRE),
                 first = completed(queue) + 1;
        first = first + IQ_VK_PENDING > last ? first : last - IQ_VK_PENDING + 1;
        for (uint64_t seq = first;
             (queue->handle == owner || queue->handle->parent == owner) && seq <= last; seq++)
            if (submission(queue, seq) && iq_vk_is_unset(submission(queue, seq)->awaits))
                return submission(queue, seq);
    }
    return NULL;
}

static int newest(const struct iq_handle *device, bool pending, const struct iq_vk_submission **out,
                  int room)
{
    int count = 0;
    for (uint32_t i = 0; i < __atomic_load_n(&queue_count, __ATOMIC_ACQUIRE); i++) {
        const struct iq_vk_queue *queue = queues[i];
        uint64_t last = __atomic_load_n(&queue->submitted, __ATOMIC_ACQUIRE),
                 end = pending ? completed(queue) : 0;
        if (device && queue->handle->parent != device)
            continue;
        for (uint64_t seq = last; seq > end && seq + IQ_VK_PENDING > last && count < room; seq--)
            if (submission(queue, seq))
                out[count++] = submission(queue, seq);
    }
    return count;
}

int iq_vk_last_submissions(const struct iq_handle *device, const struct iq_vk_submission **out,
                           int room)
{
    return newest(device, false, out, room);
}
int iq_vk_pending_submissions(const struct iq_vk_submission **out, int room)
{
    return newest(NULL, true, out, room);
}
