#include "core/vulkan/mapped.h"

#include <sys/mman.h>
#include <time.h>

#include "core/core.h"
#include "core/guard.h"
#include "core/hostmem.h"
#include "core/memory.h"
#include "core/names.h"
#include "core/report.h"
#include "core/stack.h"

enum { LATER = 16, GUARDS = 32, GONE = 16, FREED = 16, PAGE = 4096, TEXT_BYTES = 400, WAIT_NS = 2000000, WAITS = 60 };

static struct guard {
    uint64_t begin, end;            /* pages; end 0: free */
    uint64_t lo, hi;                /* bytes that are used */
    uint64_t sure_lo, sure_hi;      /* for certain */
    const struct iq_handle *memory;
    struct iq_vk_point point;       /* queue NULL: unmapped */
    struct iq_mark mark;
    bool write;                     /* by the device */
    bool unknown;                   /* whether the host reads or writes */
} guards[GUARDS];

static struct { uint64_t begin, end; } gone[GONE];      /* lifted a moment ago: a fault there is to be tried again */
static uint32_t gone_next;
uint32_t iq_vk_mapped_count;

/* IQ_LOCK_ORDER held. */
static void lift(struct guard *guard)
{
    iq_guard_protect(guard->begin, guard->end, PROT_READ | PROT_WRITE);
    gone[gone_next % GONE].begin = guard->begin;
    gone[gone_next++ % GONE].end = guard->end;
    guard->end = 0;
    __atomic_fetch_sub(&iq_vk_mapped_count, 1, __ATOMIC_RELEASE);
    __atomic_fetch_sub(&iq_guard_count, 1, __ATOMIC_RELEASE);
}

static void add(struct guard wanted)
{
    struct guard *place = NULL;
    wanted.begin = (wanted.lo + PAGE - 1) & ~(uint64_t)(PAGE - 1);     /* only whole pages: their neighbours are nobody's business */
    wanted.end = wanted.hi & ~(uint64_t)(PAGE - 1);
    if (wanted.begin >= wanted.end || !iq_guard_is_wanted(wanted.mark.stack, wanted.begin))
        return;
    iq_lock(IQ_LOCK_ORDER);
    for (int i = 0; i < GUARDS; i++) {
        if (guards[i].end && guards[i].begin < wanted.end && guards[i].end > wanted.begin)
            goto out;
        if (!guards[i].end)
            place = &guards[i];
    }
    if (place && !iq_guard_protect(wanted.begin, wanted.end, wanted.write || !wanted.point.queue ? PROT_NONE : PROT_READ)) {
        *place = wanted;
        __atomic_fetch_add(&iq_vk_mapped_count, 1, __ATOMIC_RELEASE);
        __atomic_fetch_add(&iq_guard_count, 1, __ATOMIC_RELEASE);
    }
out:
    iq_unlock(IQ_LOCK_ORDER);
}

/* Work on memory that is not mapped yet. */
static struct { struct iq_vk_touch touch; struct iq_vk_point point; struct iq_mark mark; } later[LATER];     /* .touch.buffer NULL: free */
static uint32_t later_next;

void iq_vk_mapped_begun(const struct iq_handle *memory)
{
    for (int i = 0; i < LATER; i++) {
        struct iq_vk_touch touch = later[i].touch;
        const struct iq_vk_object *object = touch.buffer ? touch.buffer->details : NULL;
        if (object && object->memory == memory && later[i].point.seq > __atomic_load_n(&later[i].point.queue->completed, __ATOMIC_ACQUIRE)) {
            later[i].touch.buffer = NULL;
            iq_vk_mapped_guard(touch, later[i].point, later[i].mark);
        }
    }
}

void iq_vk_mapped_guard(struct iq_vk_touch touch, struct iq_vk_point point, struct iq_mark mark)
{
    struct iq_vk_object *object = iq_vk_object_of(touch.buffer), *memory = object ? iq_vk_object_of(object->memory) : NULL;
    if (!iq_guard_is_enabled() || !memory || touch.lo >= touch.hi)
        return;
    if (!memory->map.address) {
        uint32_t at = __atomic_fetch_add(&later_next, 1, __ATOMIC_RELAXED) % LATER;
        struct iq_handle *buffer = touch.buffer;
        touch.buffer = NULL;
        later[at].touch = touch;
        later[at].point = point;
        later[at].mark = mark;
        later[at].touch.buffer = buffer;
        return;
    }
    uint64_t first = memory->map.offset, last = first + memory->map.size, lo = touch.lo + object->offset, hi = touch.hi + object->offset;
    uint64_t base = memory->map.address - first;
    lo = lo < first ? first : lo;
    hi = hi > last ? last : hi;
    if (lo < hi)
        add((struct guard){ .lo = base + lo, .hi = base + hi, .sure_lo = base + object->offset + touch.sure_lo, .sure_hi = base + object->offset + touch.sure_hi,
                            .memory = object->memory, .point = point, .mark = mark, .write = touch.write });
}

void iq_vk_mapped_ended(struct iq_handle *memory, uint64_t address, uint64_t size, struct iq_mark mark)
{
    if (iq_guard_is_enabled() && size)
        add((struct guard){ .lo = address, .hi = address + size, .memory = memory, .mark = mark });
}

static void lift_if(const struct iq_handle *memory, bool all)
{
    if (!__atomic_load_n(&iq_vk_mapped_count, __ATOMIC_ACQUIRE))
        return;
    iq_lock(IQ_LOCK_ORDER);
    for (int i = 0; i < GUARDS; i++)
        if (guards[i].end && (all || (memory ? guards[i].memory == memory : guards[i].point.queue != NULL)))
            lift(&guards[i]);
    iq_unlock(IQ_LOCK_ORDER);
}

void iq_vk_mapped_lift_all(void) { lift_if(NULL, false); }
void iq_vk_mapped_drop(void) { lift_if(NULL, true); }
void iq_vk_mapped_lift(const struct iq_handle *memory) { lift_if(memory, false); }

static void report(const struct guard *guard, uint64_t address, uint64_t size, bool write, uint32_t stack)
{
    char message[TEXT_BYTES], cause[TEXT_BYTES];
    struct iq_str text;
    bool unmapped = !guard->point.queue;
    const struct iq_vk_object *object = guard->memory->details;
    bool freed = unmapped && iq_handle_is_dead(guard->memory);
    const char *does = guard->unknown ? "accesses memory" : write ? "writes" : "reads", *by = guard->mark.entry ? guard->mark.entry->name : "a call";
    struct iq_finding finding = { .rule = unmapped ? "not-mapped" : write ? "host-write-in-flight" : "host-read-in-flight", .severity = IQ_ERROR,
        .arg_index = -1, .message = message, .cause = cause, .object_kind = iq_kind_name(guard->memory->kind), .object_state = freed ? "destroyed" : "live",
        .object_address = guard->memory->value, .object_size = object ? object->size : 0, .object_device = -1, .stack_call = stack,
        .stack_created = guard->memory->created.stack, .count = 1 };
    if (!iq_rule_is_enabled(finding.rule))
        return;
    finding.related[finding.related_count++] = (struct iq_related){ freed ? "the memory was freed here" : unmapped ? "the memory was unmapped here" : "the work was submitted here", guard->mark.stack };
    iq_str_init_buffer(&text, message, sizeof message);
    if (unmapped)
        iq_str_printf(&text, "the host %s through a pointer whose mapping has ended", does);
    else
        iq_str_printf(&text, "the host %s mapped memory that submitted work may still be %s", does, guard->write ? "writing" : "reading");
    iq_str_init_buffer(&text, cause, sizeof cause);
    if (unmapped)
        iq_str_printf(&text, "0x%llx lies in the range that vkMapMemory returned, and %s has ended that mapping; %s", (unsigned long long)address, by,
                      freed ? "the pages are gone" : "on other drivers the address is gone or belongs to somebody else");
    else
        iq_str_printf(&text, "%s submitted work that %s [0x%llx, 0x%llx); the access of %llu byte%s at 0x%llx comes before any call has told the host that "
                      "it is complete", by, guard->write ? "writes" : "reads", (unsigned long long)guard->sure_lo, (unsigned long long)guard->sure_hi,
                      (unsigned long long)size, size == 1 ? "" : "s", (unsigned long long)address);
    finding.fix = freed ? "free the memory after the last use of the pointer; vkFreeMemory ends a mapping, too" : unmapped ? "use the pointer before vkUnmapMemory only, or keep the memory mapped: mapped memory may stay mapped as long as it lives" :
                  "wait for the fence of that submission (vkWaitForFences) or for the queue before the access; or use one piece of staging memory per frame in flight";
    iq_report(&finding, 0, 0, true);
}

/* Copies the guard of [address]; with [take] it is lifted. */
static bool find(uint64_t address, struct guard *copy, bool take)
{
    bool found = false;
    iq_lock(IQ_LOCK_ORDER);
    for (int i = 0; i < GUARDS && !found; i++)
        if (guards[i].end && guards[i].begin <= address && address < guards[i].end) {
            *copy = guards[i];
            found = true;
            if (take)
                lift(&guards[i]);
        }
    iq_unlock(IQ_LOCK_ORDER);
    return found;
}

/* Is the work certain to use some of [size] bytes at [at]? */
static bool is_sure(const struct guard *guard, uint64_t at, uint64_t size)
{
    return !guard->point.queue || (guard->sure_lo < at + size && at < guard->sure_hi);
}

static bool is_pending(const struct guard *guard)
{
    return !guard->point.queue || guard->point.seq > __atomic_load_n(&guard->point.queue->completed, __ATOMIC_ACQUIRE);
}

/* A thread of the driver: the host's turn comes first, within limits. */
static void let_wait(uint64_t address)
{
    struct guard guard;
    struct timespec pause = { 0, WAIT_NS };
    for (int i = 0; i < WAITS && find(address, &guard, false) && guard.point.queue; i++)
        nanosleep(&pause, NULL);
    find(address, &guard, true);
}

bool iq_vk_mapped_fault(uint64_t address, bool write, uintptr_t pc)
{
    static __thread bool busy __attribute__((tls_model("initial-exec")));
    static __thread uint64_t last __attribute__((tls_model("initial-exec")));
    struct guard guard;
    if (!find(address, &guard, false)) {
        bool again = false;
        for (int i = 0; i < GONE; i++)
            again |= gone[i].begin <= address && address < gone[i].end && last != address;
        last = again ? address : 0;
        return again;
    }
    if (iq_guard_on_device_thread()) {
        let_wait(address);
        return true;
    }
    find(address, &guard, true);
    if (busy || iq_core_inside_call() || !is_pending(&guard) || !is_sure(&guard, address, 1) || (!write && !guard.write && guard.point.queue))
        return true;
    busy = true;
    report(&guard, address, 1, write, iq_stack_of_signal(pc));
    busy = false;
    return true;
}

/* --- freed while it was mapped --- */

static struct guard freed[FREED];       /* .end 0: free */
static uint32_t freed_next;

void iq_vk_mapped_freed(const struct iq_handle *memory, uint64_t address, uint64_t size, struct iq_mark mark)
{
    if (address && size)
        freed[__atomic_fetch_add(&freed_next, 1, __ATOMIC_RELAXED) % FREED] =
            (struct guard){ .begin = address, .end = address + size, .memory = memory, .mark = mark, .unknown = true };
}

bool iq_vk_mapped_crashed(uint64_t address, uintptr_t pc)
{
    struct iq_hostmem_region region;
    for (uint32_t i = freed_next; i > 0 && freed_next - i < FREED; i--) {
        const struct guard *guard = &freed[(i - 1) % FREED];
        bool inside = address >= guard->begin && address < guard->end && iq_handle_is_dead(guard->memory);
        if (!inside || (iq_hostmem_look(address, &region) && region.readable))      /* what somebody has reserved there since is nobody's business */
            continue;
        report(guard, address, 1, false, iq_stack_of_signal(pc));
        return true;
    }
    return false;
}

void iq_vk_mapped_io(uint64_t at, uint64_t size, bool write, uintptr_t pc)
{
    struct guard guard;
    bool reported = iq_core_inside_call();
    for (int i = 0; i < GUARDS; i++) {
        uint64_t lo = guards[i].lo > at ? guards[i].lo : at, hi = guards[i].hi < at + size ? guards[i].hi : at + size;
        if (!guards[i].end || lo >= hi || (!write && !guards[i].write && guards[i].point.queue) || !find(guards[i].begin, &guard, true))
            continue;
        if (!reported && is_pending(&guard) && is_sure(&guard, lo, hi - lo)) {
            reported = true;
            report(&guard, lo, hi - lo, write, iq_stack_of_return(pc));
        }
    }
}
