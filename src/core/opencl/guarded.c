#include "core/opencl/guarded.h"

#include "core/core.h"
#include "core/hostheap.h"
#include "core/hostmap.h"
#include "core/hostmem.h"
#include "core/key.h"
#include "core/memory.h"
#include "core/modules.h"
#include "core/names.h"
#include "core/memobj.h"
#include "core/report.h"
#include "core/rule.h"
#include "core/stack.h"

enum { PAGE = 4096, MAPS = 64, COARSE = 64, GONE = 32, TEXT_BYTES = 400, CHUNK_HEAD = 16, CHUNK_IS_MAPPED = 2 };

/* What the host has mapped; IQ_LOCK_ORDER. */
static struct { const struct iq_handle *object; uint64_t address, size; } maps[MAPS];
static struct { uint64_t address, size; } coarse[COARSE];       /* shared memory that has to be mapped; those that fit */
static bool maps_overflow;          /* there were more: nothing is known of what was unmapped */

/* What was mapped of objects that have ended, the last ones; IQ_LOCK_ORDER.  Their memory may be gone, or somebody else's. */
static struct gone { const struct iq_handle *object; uint64_t lo, hi; struct iq_mark unmapped; uint32_t generation; } gone[GONE];
static uint32_t gone_next;

/* --- where guards may be ------------------------------------------------------------------------------------------- */

/* Of a block that glibc mapped for itself alone the head in front and the rest of the last page are nobody else's. */
static void widen(struct iq_guard_memory *memory)
{
    struct iq_hostheap_block block;
    if (!iq_hostheap_is_glibc || iq_hostheap_find(memory->lo, &block) != IQ_HOSTHEAP_LIVE)
        return;
    uint64_t size = *(const uint64_t *)(uintptr_t)(block.base - sizeof size);
    if (!(size & CHUNK_IS_MAPPED))
        return;
    if (memory->lo == block.base)
        memory->lo = (memory->lo - CHUNK_HEAD) & ~(uint64_t)(PAGE - 1);
    if (memory->hi == block.base + block.size)
        memory->hi = (memory->hi + PAGE - 1) & ~(uint64_t)(PAGE - 1);
}

static bool is_mapped(uint64_t lo, uint64_t hi)
{
    bool found = false;
    iq_lock(IQ_LOCK_ORDER);
    for (int i = 0; i < MAPS && !found; i++)
        found = maps[i].address && maps[i].address <= lo && hi <= maps[i].address + maps[i].size;
    iq_unlock(IQ_LOCK_ORDER);
    return found;
}

void iq_cl_guard_memory(uint64_t lo, uint64_t hi, struct iq_guard_memory *memory)
{
    uint64_t here = (uint64_t)(uintptr_t)__builtin_frame_address(0);
    struct iq_hostheap_block block;
    struct iq_hostmap_block mapping;
    const char *module;
    *memory = (struct iq_guard_memory){ .hi = 0 };
    if (!iq_guard_is_enabled() || hi - lo < PAGE)
        return;
    struct iq_guard_memory found = { .lo = lo, .hi = hi, .base = lo, .keyed = iq_key_exists() };
    if (iq_hostheap_find(lo, &block) == IQ_HOSTHEAP_LIVE) {
        if (hi > block.base + block.size || here - block.base < block.size)     /* a coroutine's stack */
            return;
        found.lo = found.base = block.base;
        found.hi = block.base + block.size;
        widen(&found);
        *memory = found;
        return;
    }
    found.look = true;
    if ((iq_hostmap_find(lo, &mapping) && hi <= mapping.end && (here < mapping.base || here >= mapping.end)) || is_mapped(lo, hi) ||
        ((module = iq_modules_path(lo)) && module == iq_modules_path(hi - 1)))
        *memory = found;
}

/* --- maps ------------------------------------------------------------------------------------------------------------ */

bool iq_cl_guard_mapped(const struct iq_handle *object, uint64_t address, uint64_t size, struct iq_guard_memory *memory)
{
    bool added = false;
    *memory = (struct iq_guard_memory){ .lo = address, .hi = address + size, .base = address, .object = object, .keyed = iq_key_exists(), .look = true };
    if (!address || !size || !iq_guard_is_enabled())
        return false;
    widen(memory);
    iq_guard_drop(address, address + size);
    iq_lock(IQ_LOCK_ORDER);
    for (int i = 0; i < MAPS && !added; i++)
        if (!maps[i].address) {
            maps[i].object = object;
            maps[i].address = address;
            maps[i].size = size;
            added = true;
        }
    maps_overflow |= !added;
    iq_unlock(IQ_LOCK_ORDER);
    return added;
}

static bool take_map(uint64_t address, const struct iq_handle **object, uint64_t *size)
{
    for (int i = 0; i < MAPS; i++)
        if (maps[i].address == address) {
            *object = maps[i].object;
            *size = maps[i].size;
            maps[i].address = 0;
            return true;
        }
    return false;
}

/* Nobody may use [lo, hi) from the call [mark] on.  Only where a driver's threads are not disturbed. */
static void guard_ended(uint64_t lo, uint64_t hi, const struct iq_handle *object, struct iq_mark mark, bool never_mapped)
{
    struct iq_touch touch = { .lo = lo, .hi = hi, .mark = mark, .arg = -1, .allocation = never_mapped };
    struct iq_guard_memory memory = { .lo = lo, .hi = hi, .base = lo, .object = object, .keyed = iq_key_exists(), .look = true };
    widen(&memory);
    iq_lock(IQ_LOCK_ORDER);
    iq_guard_add_within(NULL, &touch, &memory);
    iq_unlock(IQ_LOCK_ORDER);
}

void iq_cl_guard_unmapped(uint64_t address, struct iq_mark mark, bool guard)
{
    const struct iq_handle *object;
    uint64_t size;
    if (!iq_guard_is_enabled())
        return;
    iq_lock(IQ_LOCK_ORDER);
    bool found = take_map(address, &object, &size);
    for (int i = 0; i < MAPS && found; i++)         /* mapped more than once */
        guard &= !maps[i].address || maps[i].address >= address + size || maps[i].address + maps[i].size <= address;
    iq_unlock(IQ_LOCK_ORDER);
    if (!found)
        return;
    iq_guard_drop(address, address + size);
    if (!guard || maps_overflow)
        return;
    guard_ended(address, address + size, object, mark, false);
}

void iq_cl_guard_allocated(uint64_t address, uint64_t size, struct iq_mark mark)
{
    bool added = false;
    if (!iq_guard_is_enabled() || !iq_key_exists())
        return;
    iq_lock(IQ_LOCK_ORDER);
    for (int i = 0; i < COARSE && !added; i++)
        if (!coarse[i].address) {
            coarse[i].address = address;
            coarse[i].size = size;
            added = true;
        }
    iq_unlock(IQ_LOCK_ORDER);
    if (added)
        guard_ended(address, address + size, NULL, mark, true);
}

void iq_cl_guard_freed(uint64_t address)
{
    uint64_t size = 0;
    iq_lock(IQ_LOCK_ORDER);
    for (int i = 0; i < COARSE; i++)
        if (coarse[i].address == address && address) {
            size = coarse[i].size;
            coarse[i].address = 0;
        }
    iq_unlock(IQ_LOCK_ORDER);
    if (size)
        iq_guard_drop(address, address + size);
}

bool iq_cl_guard_is_coarse(uint64_t address)
{
    bool found = false;
    iq_lock(IQ_LOCK_ORDER);
    for (int i = 0; i < COARSE && !found; i++)
        found = coarse[i].address && coarse[i].address <= address && address < coarse[i].address + coarse[i].size;
    iq_unlock(IQ_LOCK_ORDER);
    return found;
}

static void add_gone(const struct iq_handle *object, const struct iq_memobj_map *map, bool unmapped)
{
    if (map->address && map->bytes)
        gone[gone_next++ % GONE] = (struct gone){ object, map->address, map->address + map->bytes, unmapped ? map->mark : (struct iq_mark){ 0 }, object->generation };
}

void iq_cl_guard_forget(const struct iq_handle *object)
{
    const struct iq_memobj *memory = iq_memobj_of(object);
    if (!iq_guard_is_enabled())
        return;
    iq_lock(IQ_LOCK_ORDER);
    for (int i = 0; memory && i < IQ_MEMOBJ_MAPS; i++)
        add_gone(object, &memory->maps[i], false);
    if (memory)
        add_gone(object, &memory->unmapped, true);
    for (int i = 0; i < MAPS; i++)
        if (maps[i].object == object)
            maps[i].address = 0;
    iq_unlock(IQ_LOCK_ORDER);
    iq_guard_drop_of(object);
}

/* --- reports --------------------------------------------------------------------------------------------------------- */

static void put_object(struct iq_finding *finding, const struct iq_guard *guard)
{
    struct iq_hostheap_block block;
    struct iq_range range;
    finding->object_state = "live";
    finding->object_device = -1;
    if (guard->object) {
        const struct iq_memobj *memory = iq_memobj_of(guard->object);
        finding->object_kind = iq_kind_name((enum iq_kind)guard->object->kind);
        finding->object_address = guard->object->value;
        finding->object_size = memory ? memory->size : 0;
        finding->stack_created = guard->object->created.stack;
        finding->access_address = finding->access_size = 0;     /* the object's address is none of memory */
        return;
    }
    finding->object_kind = iq_kind_name(IQ_KIND_HOST_MEMORY);
    if (iq_range_find(guard->touch.lo, &range)) {
        finding->object_kind = iq_kind_name((enum iq_kind)range.kind);
        finding->object_address = range.base;
        finding->object_size = range.size;
        finding->stack_created = range.created.stack;
        return;
    }
    finding->object_address = guard->touch.lo;
    finding->object_size = guard->touch.hi - guard->touch.lo;
    if (iq_hostheap_find(guard->touch.lo, &block) == IQ_HOSTHEAP_LIVE) {
        finding->object_address = block.base;
        finding->object_size = block.size;
        finding->stack_created = iq_stack_of_pc(block.allocated);
    }
}

/* What the program did with the memory, why it may not, and what to do. */
static void put_sentences(struct iq_finding *finding, const struct iq_guard *guard, uint64_t address, struct iq_str *message, struct iq_str *cause)
{
    const char *command = guard->touch.mark.entry->name, *place = "the command was enqueued here";
    unsigned long long lo = guard->touch.lo, hi = guard->touch.hi, at = address - guard->base;
    if (guard->ended && guard->touch.allocation) {
        iq_str_printf(message, " byte %llu of shared memory that is not mapped", at);
        iq_str_printf(cause, "%s made [0x%llx, 0x%llx) without CL_MEM_SVM_FINE_GRAIN_BUFFER: the host may use it between clEnqueueSVMMap and clEnqueueSVMUnmap only", command,
                      lo, hi);
        finding->fix = "map it with clEnqueueSVMMap for the access, or allocate it with CL_MEM_SVM_FINE_GRAIN_BUFFER where the device has that";
        place = "it was allocated here";
    } else if (guard->ended) {
        iq_str_printf(message, " byte %llu of memory that %s has unmapped", at, command);
        iq_str_printf(cause, "[0x%llx, 0x%llx) was mapped, and %s has ended that: what is read there is stale, what is written is lost on a device with memory "
                      "of its own, and the address may be gone", lo, hi, command);
        finding->fix = "use the pointer between the map (clEnqueueMapBuffer, clEnqueueMapImage, clEnqueueSVMMap) and the unmap only; map again for what comes later";
        place = "it was unmapped here";
    } else if (guard->touch.allocation) {
        iq_str_printf(message, " byte %llu of memory that %s may not have mapped yet", at, command);
        iq_str_printf(cause, "%s did not block: it gave the address of [0x%llx, 0x%llx) at once, the data come when queue %u gets there, and no call since then has "
                      "told the host that it has", command, lo, hi, guard->serial);
        finding->fix = "map with blocking_map CL_TRUE, or wait for the event of the map before the access";
        place = "it was mapped here";
    } else {
        iq_str_printf(message, " byte %llu of memory that %s may still be %s", at, command, guard->touch.write ? "writing" : "reading");
        iq_str_printf(cause, "%s returned when the command was enqueued; it %s [0x%llx, 0x%llx), and no call since then has told the host that queue %u is done "
                      "with it", command, guard->touch.write ? "writes" : "reads", lo, hi, guard->serial);
        finding->fix = guard->object ? "wait for the command, then map the buffer (clEnqueueMapBuffer) for the access" :
                       "wait before the access (clWaitForEvents on the event of the command, or clFinish), or make the command blocking";
    }
    finding->related[finding->related_count++] = (struct iq_related){ place, guard->touch.mark.stack };
}

static void report_gone(const struct gone *map, uint64_t address, bool write, uint32_t stack)
{
    char message[TEXT_BYTES], cause[TEXT_BYTES];
    struct iq_str text;
    const struct iq_memobj *memory = iq_memobj_of(map->object);
    const char *kind = iq_kind_name((enum iq_kind)map->object->kind);
    struct iq_finding finding = { .rule = "not-mapped", .severity = IQ_ERROR, .arg_index = -1, .message = message, .cause = cause, .stack_call = stack, .count = 1,
        .object_kind = kind, .object_state = "destroyed", .object_address = map->object->value, .object_size = memory ? memory->size : 0, .object_device = -1,
        .stack_created = map->object->created.stack, .stack_destroyed = map->object->destroyed.stack,
        .fix = "use the pointer between the map and the unmap only, and release the object after the last use of what was mapped of it" };
    iq_str_init_buffer(&text, message, sizeof message);
    iq_str_printf(&text, "the host %s byte %llu of what was mapped of a %s that has been released", write ? "writes" : "reads",
                  (unsigned long long)(address - map->lo), kind);
    iq_str_init_buffer(&text, cause, sizeof cause);
    iq_str_printf(&text, "[0x%llx, 0x%llx) was mapped; %s, and the memory went with it", (unsigned long long)map->lo, (unsigned long long)map->hi,
                  map->unmapped.number ? "that had ended before the object was released" : "the object was released while it still was");
    if (map->unmapped.number)
        finding.related[finding.related_count++] = (struct iq_related){ "it was unmapped here", map->unmapped.stack };
    iq_report(&finding, 0, 0, true);
}

bool iq_cl_guard_crashed(uint64_t address, uintptr_t pc, bool write)
{
    static uint64_t told;               /* drivers' own handlers let it crash again */
    struct iq_hostmem_region region;
    bool reserved = iq_hostmem_look(address, &region) && region.readable && (!write || region.writable);     /* by somebody, since */
    for (uint32_t back = 0; !reserved && back < GONE && back < gone_next; back++) {
        const struct gone *map = &gone[(gone_next - 1 - back) % GONE];
        if (address < map->lo || address >= map->hi || map->object->generation != map->generation || !iq_handle_is_dead(map->object))
            continue;
        if (iq_rule_is_enabled("not-mapped") && __atomic_exchange_n(&told, address, __ATOMIC_RELAXED) != address)
            report_gone(map, address, write, iq_stack_of_signal(pc));
        return true;
    }
    return false;
}

void iq_cl_guard_report(const struct iq_guard *guard, uint64_t address, uint64_t size, bool write, const char *through, uint32_t stack)
{
    char message[TEXT_BYTES], cause[TEXT_BYTES];
    struct iq_str text, why;
    struct iq_finding finding = { .rule = guard->ended ? "not-mapped" : write ? "host-write-in-flight" : "host-read-in-flight", .severity = IQ_ERROR,
        .arg_index = -1, .message = message, .cause = cause, .access_address = address, .access_size = size, .stack_call = stack, .count = 1 };
    if (!iq_rule_is_enabled(finding.rule))
        return;
    put_object(&finding, guard);
    iq_str_init_buffer(&text, message, sizeof message);
    iq_str_init_buffer(&why, cause, sizeof cause);
    iq_str_printf(&text, "the host %s%s%s", write ? "writes" : "reads", through ? " through " : "", through ? through : "");
    put_sentences(&finding, guard, address, &text, &why);
    iq_report(&finding, 0, 0, true);
}
