#include "api_vulkan/mapped.h"

#include "call/core.h"
#include "order/guard.h"
#include "base/memory.h"
#include "call/report.h"
#include "call/rule.h"

enum { LATER = 16, WRITTEN = 16, TEXT_BYTES = 400, PAGE = 4096 };

/* --- reports --------------------------------------------------------------------------------------------------------- */

static void put_unmapped(struct iq_finding *finding, const struct iq_guard *guard, const struct iq_guard_access *access, struct iq_str *message, struct iq_str *cause)
{
    iq_str_printf(message, "the host %s through a pointer whose mapping has ended", access->write ? "writes" : "reads");
    iq_str_printf(cause, "0x%llx lies in the range that vkMapMemory returned, and %s has ended that mapping; on other drivers the address is gone or belongs to "
                  "somebody else", (unsigned long long)access->at, guard->touch.mark.entry ? guard->touch.mark.entry->name : "a call");
    finding->fix = "use the pointer before vkUnmapMemory only, or keep the memory mapped: mapped memory may stay mapped as long as it lives";
    finding->related[finding->related_count++] = (struct iq_related){ "the memory was unmapped here", guard->touch.mark.stack };
}

static void put_stale(struct iq_finding *finding, const struct iq_guard *guard, const struct iq_guard_access *access, struct iq_str *message, struct iq_str *cause)
{
    const char *command = guard->touch.mark.entry ? guard->touch.mark.entry->name : "submitted work";
    iq_str_printf(message, "the host reads what %s wrote to memory that is not coherent, and has not invalidated it", command);
    iq_str_printf(cause, "%s wrote [0x%llx, 0x%llx) and is complete; the type of the memory has no HOST_COHERENT bit, and no vkInvalidateMappedMemoryRanges since then covers "
                  "0x%llx: the host may see what was there before. Mapping the memory does not invalidate it", command, (unsigned long long)guard->touch.lo,
                  (unsigned long long)guard->touch.hi, (unsigned long long)access->at);
    finding->severity = IQ_WARNING;
    finding->fix = "call vkInvalidateMappedMemoryRanges for what is read, after the wait and before the access; or take a memory type that is HOST_COHERENT";
}

static void put_in_flight(struct iq_finding *finding, const struct iq_guard *guard, const struct iq_guard_access *access, struct iq_str *message, struct iq_str *cause)
{
    const char *command = guard->touch.mark.entry ? guard->touch.mark.entry->name : "submitted work", *does = guard->touch.write ? "writ" : "read";
    iq_str_printf(message, "the host %s mapped memory that %s may still be %sing", access->write ? "writes" : "reads", command, does);
    iq_str_printf(cause, "%s %ss [0x%llx, 0x%llx); the access of %llu byte%s at 0x%llx%s%s comes before any call has told the host that the work which was submitted "
                  "with it is complete", command, guard->touch.write ? "write" : does, (unsigned long long)guard->touch.lo, (unsigned long long)guard->touch.hi,
                  (unsigned long long)access->size, access->size == 1 ? "" : "s", (unsigned long long)access->at, access->through ? " through " : "",
                  access->through ? access->through : "");
    finding->fix = "wait for the fence of that submission (vkWaitForFences) or for the queue before the access; or use one piece of staging memory per frame in flight";
}

/* What the device wrote, and nobody has invalidated. */
static bool is_stale(const struct iq_guard *guard) { return iq_guard_is_ended(guard) && guard->work.submitted.number; }

static void relate(struct iq_finding *finding, const struct iq_guard *guard)
{
    finding->related[finding->related_count++] = (struct iq_related){ "the work was submitted here", guard->work.submitted.stack };
    if (guard->touch.mark.stack != guard->work.submitted.stack)
        finding->related[finding->related_count++] = (struct iq_related){ "the command was recorded here", guard->touch.mark.stack };
}

static void report(const struct iq_guard *guard, const struct iq_guard_access *access)
{
    char message[TEXT_BYTES], cause[TEXT_BYTES];
    struct iq_str text, why;
    bool stale = is_stale(guard), unmapped = iq_guard_is_ended(guard) && !stale;
    const struct iq_vk_object *object = guard->memory.object->details;
    struct iq_finding finding = { .rule = stale ? "host-coherence" : unmapped ? "not-mapped" : access->write ? "host-write-in-flight" : "host-read-in-flight", .severity = IQ_ERROR,
        .arg_index = -1, .message = message, .cause = cause, .stack_call = access->stack, .count = 1 };
    if (!iq_rule_is_enabled(finding.rule) || (stale && access->write))      /* it may write all of it anew */
        return;
    iq_report_set_handle(&finding, guard->memory.object, object ? object->size : 0);
    iq_str_init_buffer(&text, message, sizeof message);
    iq_str_init_buffer(&why, cause, sizeof cause);
    (stale ? put_stale : unmapped ? put_unmapped : put_in_flight)(&finding, guard, access, &text, &why);
    if (!unmapped)
        relate(&finding, guard);
    iq_report(&finding, 0, 0, true);
}

static const struct iq_guard_owner owner = { .report = report, .holds_driver = true };

/* --- guards ---------------------------------------------------------------------------------------------------------- */

/* [size] bytes of [memory], mapped at [address]; [base]: the buffer.  Pages that lie whole in them hold nothing else: buffers may share one, and an access
 * beside the guarded bytes only lifts the guard. */
static struct iq_guard_memory mapping_of(const struct iq_handle *memory, uint64_t base, uint64_t address, uint64_t size)
{
    return (struct iq_guard_memory){ .lo = address, .hi = address + size, .base = base, .owner = &owner, .object = memory };
}

static void add(struct iq_guard_work work, const struct iq_touch *touch, struct iq_guard_memory memory)
{
    iq_lock(IQ_LOCK_ORDER);
    iq_guard_add_within(work, touch, &memory);
    iq_unlock(IQ_LOCK_ORDER);
}

/* --- memory that is not coherent ------------------------------------------------------------------------------------------ */

/* Bytes of memory that submitted work writes and that were not invalidated since.  Guarded when the host knows that the work is complete. */
struct written { const struct iq_handle *memory; uint64_t lo, hi; struct iq_vk_point point; struct iq_mark recorded, submitted; bool guarded; };
static struct written written[WRITTEN];     /* IQ_LOCK_ORDER; .memory NULL: free */
static uint32_t written_next;
static bool any_written;                    /* atomic: there may be some */

static void note_written(const struct iq_vk_work *work, const struct iq_handle *memory, uint64_t offset)
{
    uint64_t lo = offset + work->touch.lo, hi = offset + work->touch.hi;
    iq_lock(IQ_LOCK_ORDER);
    struct written *place = NULL;
    for (int i = 0; i < WRITTEN; i++)
        if (written[i].memory == memory && written[i].lo == lo && written[i].hi == hi)
            place = &written[i];
    place = place ? place : &written[written_next++ % WRITTEN];
    *place = (struct written){ .memory = memory, .lo = lo, .hi = hi, .point = work->point, .recorded = work->recorded, .submitted = work->submitted };
    __atomic_store_n(&any_written, true, __ATOMIC_RELEASE);
    iq_unlock(IQ_LOCK_ORDER);
}

void iq_vk_mapped_told(void)
{
    if (!__atomic_load_n(&any_written, __ATOMIC_ACQUIRE))
        return;
    iq_lock(IQ_LOCK_ORDER);
    for (int i = 0; i < WRITTEN; i++) {
        struct written *one = &written[i];
        const struct iq_vk_object *object = one->memory ? one->memory->details : NULL;
        if (!object || iq_handle_is_dead(one->memory) || iq_vk_is_blind())      /* blind: the host may have known for long, and written there */
            one->memory = NULL;
        if (!one->memory || one->guarded || !object->map.address || one->point.seq > __atomic_load_n(&one->point.queue->completed, __ATOMIC_ACQUIRE))
            continue;
        uint64_t base = object->map.address - object->map.offset;
        struct iq_guard_memory own = mapping_of(one->memory, base + one->lo, object->map.address, object->map.size);
        struct iq_touch touch = { .lo = base + one->lo, .hi = base + one->hi, .mark = one->recorded, .arg = -1 };
        iq_guard_add_within((struct iq_guard_work){ .submitted = one->submitted }, &touch, &own);
        one->guarded = true;
    }
    iq_unlock(IQ_LOCK_ORDER);
}

/* Takes the guards of what was written to [memory] away, for a while: what was met meanwhile is forgotten, since the host may have written there itself. */
static void suspend(const struct iq_handle *memory)
{
    const struct iq_vk_object *object = memory->details;
    if (!object || !__atomic_load_n(&any_written, __ATOMIC_ACQUIRE))
        return;
    iq_lock(IQ_LOCK_ORDER);
    for (int i = 0; i < WRITTEN; i++) {
        if (written[i].memory != memory || !written[i].guarded)
            continue;
        uint64_t at = (object->map.address - object->map.offset + written[i].lo) & ~(uint64_t)(PAGE - 1);
        written[i].guarded = false;
        if (!object->map.address || !iq_guard_covers(at < object->map.address ? at + PAGE : at))
            written[i].memory = NULL;
    }
    iq_unlock(IQ_LOCK_ORDER);
    iq_guard_drop_ended(&owner, memory);
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

/* --- work in flight --------------------------------------------------------------------------------------------------------- */

static struct iq_vk_work later[LATER];      /* on memory that is not mapped yet; IQ_LOCK_ORDER.  .touch.buffer NULL: free */
static uint32_t later_next;

/* Takes one that uses [memory] and is not over; false: there is none. */
static bool take_later(const struct iq_handle *memory, struct iq_vk_work *work)
{
    bool found = false;
    iq_lock(IQ_LOCK_ORDER);
    for (int i = 0; i < LATER && !found; i++) {
        const struct iq_vk_object *object = later[i].touch.buffer ? later[i].touch.buffer->details : NULL;
        if (!object || object->memory != memory)
            continue;
        *work = later[i];
        later[i].touch.buffer = NULL;
        found = work->point.seq > __atomic_load_n(&work->point.queue->completed, __ATOMIC_ACQUIRE);
    }
    iq_unlock(IQ_LOCK_ORDER);
    return found;
}

void iq_vk_mapped_begun(const struct iq_handle *memory)
{
    struct iq_vk_work work;
    while (take_later(memory, &work))
        iq_vk_mapped_guard(&work);
    iq_vk_mapped_told();
}

void iq_vk_mapped_guard(const struct iq_vk_work *work)
{
    const struct iq_vk_object *object = iq_vk_object_of(work->touch.buffer), *memory = object ? iq_vk_object_of(object->memory) : NULL;
    if (!iq_guard_is_enabled() || !memory)
        return;
    if (work->touch.write && iq_vk_is_incoherent(memory)) {
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
    struct iq_touch sure = { .lo = base + work->touch.lo, .hi = base + work->touch.hi, .mark = work->recorded, .arg = -1, .write = work->touch.write };
    add((struct iq_guard_work){ .reached = &work->point.queue->completed, .end = work->point.seq, .submitted = work->submitted }, &sure,
        mapping_of(object->memory, base, memory->map.address, memory->map.size));
}

void iq_vk_mapped_ended(const struct iq_handle *memory, uint64_t address, uint64_t size, struct iq_mark mark)
{
    struct iq_touch all = { .lo = address, .hi = address + size, .mark = mark, .arg = -1 };
    if (iq_guard_is_enabled() && size)
        add((struct iq_guard_work){ 0 }, &all, mapping_of(memory, address, address, size));
}

static uint32_t waiting;            /* atomic: threads in such calls */
static __thread bool waits __attribute__((tls_model("initial-exec")));      /* this one is, or has left by a jump */

void iq_vk_mapped_open(void)
{
    if (!waits)
        __atomic_fetch_add(&waiting, 1, __ATOMIC_ACQ_REL);
    waits = true;
    iq_guard_open(&owner);
}

void iq_vk_mapped_close(const struct iq_vk_queue *queue, bool known)
{
    bool last = waits && __atomic_sub_fetch(&waiting, 1, __ATOMIC_ACQ_REL) == 0;
    waits = false;
    if (known && !iq_vk_is_blind())
        iq_guard_close(&owner, queue ? &queue->completed : NULL, last);
    else
        iq_vk_mapped_lift();
    iq_vk_mapped_told();
}

void iq_vk_mapped_lift(void) { iq_guard_drop_of(&owner, NULL, false); }

void iq_vk_mapped_drop(const struct iq_handle *memory)
{
    if (memory)
        suspend(memory);
    iq_guard_drop_of(&owner, memory, true);
}
