#include "api_vulkan/mapped.h"

#include "base/locks.h"
#include "base/page.h"
#include "call/core.h"

enum { LATER = 16, WRITTEN = 16 };

/* --- guards
 * ------------------------------------------------------------------------------------------
 */

/* [size] bytes of [memory], mapped at [address]; [base]: the buffer.  Pages that lie whole in them
 * hold nothing else: buffers may share one, and an access next to the guarded bytes only lifts the
 * guard. */
static struct iq_guard_memory mapping_of(const struct iq_handle *memory, uint64_t base,
                                         uint64_t address, uint64_t size)
{
    return (struct iq_guard_memory){ .lo = address,
                                     .hi = address + size,
                                     .base = base,
                                     .owner = &iq_guard_vulkan,
                                     .object = memory };
}

static void add(struct iq_guard_work work, const struct iq_access *access,
                struct iq_guard_memory memory)
{
    iq_lock(IQ_LOCK_ORDER);
    iq_guard_add_within(work, access, &memory);
    iq_unlock(IQ_LOCK_ORDER);
}

/* --- memory that is not coherent
 * ------------------------------------------------------------------------------------------ */

/* Bytes of memory that submitted work writes and that were not invalidated since.  Guarded when the
 * host knows that the work is complete. */
struct written {
    const struct iq_handle *memory;
    uint64_t lo, hi;
    struct iq_vk_point point;
    struct iq_call_ref recorded, submitted;
    bool guarded;
};
static struct written written[WRITTEN]; /* IQ_LOCK_ORDER; .memory NULL: free */
static uint32_t written_next;
static bool any_written; /* atomic: there may be some */

static void note_written(const struct iq_vk_work *work, const struct iq_handle *memory,
                         uint64_t offset)
{
    uint64_t lo = offset + work->access.lo, hi = offset + work->access.hi;
    iq_lock(IQ_LOCK_ORDER);
    struct written *place = NULL;
    for (int i = 0; i < WRITTEN; i++)
        if (written[i].memory == memory && written[i].lo == lo && written[i].hi == hi)
            place = &written[i];
    place = place ? place : &written[written_next++ % WRITTEN];
    *place = (struct written){ .memory = memory,
                               .lo = lo,
                               .hi = hi,
                               .point = work->point,
                               .recorded = work->recorded,
                               .submitted = work->submitted };
    __atomic_store_n(&any_written, true, __ATOMIC_RELEASE);
    iq_unlock(IQ_LOCK_ORDER);
}

void iq_vk_mapped_work_ended(void)
{
    if (!__atomic_load_n(&any_written, __ATOMIC_ACQUIRE))
        return;
    iq_lock(IQ_LOCK_ORDER);
    for (int i = 0; i < WRITTEN; i++) {
        struct written *one = &written[i];
        const struct iq_vk_object *object = one->memory ? one->memory->details : NULL;
        /* blind: the host may have known for long, and written there */
        if (!object || iq_handle_is_dead(one->memory) || iq_vk_is_blind())
            one->memory = NULL;
        if (!one->memory || one->guarded || !object->map.address || !iq_vk_is_complete(one->point))
            continue;
        uint64_t base = object->map.address - object->map.offset;
        struct iq_guard_memory own =
            mapping_of(one->memory, base + one->lo, object->map.address, object->map.size);
        struct iq_access access = {
            .lo = base + one->lo, .hi = base + one->hi, .ref = one->recorded, .arg = -1
        };
        iq_guard_add_within((struct iq_guard_work){ .submitted = one->submitted }, &access, &own);
        one->guarded = true;
    }
    iq_unlock(IQ_LOCK_ORDER);
}

/* Takes the guards of what was written to [memory] away, for a while: what was met meanwhile is
 * forgotten, since the host may have written there itself. */
static void suspend(const struct iq_handle *memory)
{
    const struct iq_vk_object *object = memory->details;
    if (!object || !__atomic_load_n(&any_written, __ATOMIC_ACQUIRE))
        return;
    iq_lock(IQ_LOCK_ORDER);
    for (int i = 0; i < WRITTEN; i++) {
        if (written[i].memory != memory || !written[i].guarded)
            continue;
        uint64_t at = iq_page_down(object->map.address - object->map.offset + written[i].lo);
        written[i].guarded = false;
        if (!object->map.address ||
            !iq_guard_covers(at < object->map.address ? at + iq_page_bytes : at))
            written[i].memory = NULL;
    }
    iq_unlock(IQ_LOCK_ORDER);
    iq_guard_drop_ended(&iq_guard_vulkan, memory);
}

void iq_vk_mapped_sync_begins(const struct iq_handle *memory)
{
    suspend(memory);
    iq_vk_mapped_open();
}

void iq_vk_mapped_invalidated(const struct iq_handle *memory, uint64_t lo, uint64_t hi)
{
    iq_lock(IQ_LOCK_ORDER);
    for (int i = 0; i < WRITTEN; i++)
        if (written[i].memory == memory && written[i].lo < hi && written[i].hi > lo)
            written[i].memory = NULL;
    iq_unlock(IQ_LOCK_ORDER);
}

/* --- work in flight
 * ------------------------------------------------------------------------------------------
 */

/* on memory that is not mapped yet; IQ_LOCK_ORDER.  .access.buffer NULL: free */
static struct iq_vk_work later[LATER];
static uint32_t later_next;

/* Takes one that uses [memory] and is not over; false: there is none. */
static bool take_later(const struct iq_handle *memory, struct iq_vk_work *work)
{
    bool found = false;
    iq_lock(IQ_LOCK_ORDER);
    for (int i = 0; i < LATER && !found; i++) {
        const struct iq_vk_object *object =
            later[i].access.buffer ? later[i].access.buffer->details : NULL;
        if (!object || object->memory != memory)
            continue;
        *work = later[i];
        later[i].access.buffer = NULL;
        found = !iq_vk_is_complete(work->point);
    }
    iq_unlock(IQ_LOCK_ORDER);
    return found;
}

void iq_vk_mapped_begun(const struct iq_handle *memory)
{
    struct iq_vk_work work;
    while (take_later(memory, &work))
        iq_vk_mapped_guard(&work);
    iq_vk_mapped_work_ended();
}

void iq_vk_mapped_guard(const struct iq_vk_work *work)
{
    const struct iq_vk_object *object = iq_vk_object_of(work->access.buffer),
                              *memory = object ? iq_vk_object_of(object->memory) : NULL;
    if (!iq_guard_is_enabled() || !memory)
        return;
    if (work->access.write && iq_vk_is_incoherent(memory)) {
        suspend(object->memory);
        note_written(work, object->memory, object->offset);
    }
    if (!memory->map.address) {
        iq_lock(IQ_LOCK_ORDER);
        later[later_next++ % LATER] = *work;
        iq_unlock(IQ_LOCK_ORDER);
        return;
    }
    uint64_t base = memory->map.address - memory->map.offset + object->offset;
    struct iq_access sure = { .lo = base + work->access.lo,
                              .hi = base + work->access.hi,
                              .ref = work->recorded,
                              .arg = -1,
                              .write = work->access.write };
    add((struct iq_guard_work){ .point = iq_vk_point_of(work->point),
                                .submitted = work->submitted },
        &sure, mapping_of(object->memory, base, memory->map.address, memory->map.size));
}

void iq_vk_mapped_ended(const struct iq_handle *memory, uint64_t address, uint64_t size,
                        struct iq_call_ref ref)
{
    struct iq_access all = { .lo = address, .hi = address + size, .ref = ref, .arg = -1 };
    if (iq_guard_is_enabled() && size)
        add((struct iq_guard_work){ 0 }, &all, mapping_of(memory, address, address, size));
}

static uint32_t waiting; /* atomic: threads in such calls */
/* this one is, or has left by a jump */
static __thread bool waits __attribute__((tls_model("initial-exec")));

void iq_vk_mapped_open(void)
{
    if (!waits)
        __atomic_fetch_add(&waiting, 1, __ATOMIC_ACQ_REL);
    waits = true;
    iq_guard_open(&iq_guard_vulkan);
}

void iq_vk_mapped_close(const struct iq_vk_queue *queue, bool known)
{
    bool last = waits && __atomic_sub_fetch(&waiting, 1, __ATOMIC_ACQ_REL) == 0;
    waits = false;
    if (known && !iq_vk_is_blind())
        iq_guard_close(&iq_guard_vulkan, queue ? &queue->completed : NULL, last);
    else
        iq_vk_mapped_lift();
    iq_vk_mapped_work_ended();
}

void iq_vk_mapped_lift(void) { iq_guard_drop_of(&iq_guard_vulkan, NULL, false); }

void iq_vk_mapped_drop(const struct iq_handle *memory)
{
    if (memory)
        suspend(memory);
    iq_guard_drop_of(&iq_guard_vulkan, memory, true);
}
