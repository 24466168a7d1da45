/* Mapping: which parts of memory objects the host may use now. */
#include <string.h>

#include "api_opencl/boxes.h"
#include "api_opencl/enqueue.h"
#include "api_opencl/guarded.h"
#include "api_opencl/launches.h"
#include "api_opencl/objects.h"
#include "api_opencl/shared.h"
#include "base/locks.h"
#include "call/core.h"
#include "call/walk.h"
#include "process/peek.h"

void iq_fx_cl_map(struct iq_call *call, int phase);
void iq_fx_cl_unmap(struct iq_call *call, int phase);
void iq_fx_cl_svm_map(struct iq_call *call, int phase);
void iq_fx_cl_svm_unmap(struct iq_call *call, int phase);

enum { SHARED_MAPS = 64, UNMAPPED = 64 };
/* Ring of the last ones, under IQ_LOCK_NAMES; nothing of it is known outside of [lowest, highest),
 * which are atomic. */
static struct iq_memobj_unmapped unmapped[UNMAPPED];
static uint32_t unmapped_count;
static uint64_t lowest = UINT64_MAX, highest;

/* atomic; addresses of shared memory that is mapped, once per map; 0: free */
static uint64_t shared_maps[SHARED_MAPS];
/* atomic; there were more: nothing is known any more */
static bool shared_overflow;

static struct iq_memobj *memory_at(const struct iq_call *call, int arg)
{
    const struct iq_handle *handle = iq_cl_object(call, arg);
    return (struct iq_memobj *)(uintptr_t)iq_memobj_of(handle);
}

static void add(struct iq_memobj *memory, const struct iq_memobj_map *map)
{
    __atomic_add_fetch(&iq_cl_changed, 1, __ATOMIC_RELEASE);
    for (int i = 0; i < IQ_MEMOBJ_MAPS; i++)
        if (!memory->maps[i].address) {
            memory->maps[i] = *map;
            memory->map_count++;
            return;
        }
    memory->map_overflow = true; /* from now on nothing is said about its maps */
}

void iq_cl_map_place(const struct iq_call *call, uint64_t *lo, uint64_t *hi)
{
    int object = iq_entry_arg(call->entry, IQ_ROLE_MAP_OBJECT);
    const struct iq_memobj *memory = memory_at(call, object);
    struct iq_box box;
    uint64_t row = 0, slice = 0;
    *lo = *hi = 0;
    if (!memory)
        return;
    memcpy(lo, (const void *)(uintptr_t)call->args[call->entry->arg_count - 1], sizeof *lo);
    *hi = *lo;
    if (!memory->dimensions)
        *hi = *lo + iq_cl_value(call, "size");
    else if (iq_cl_box_of(call, object, &box) && box.readable &&
             iq_peek(&row, (uintptr_t)iq_cl_value(call, "image_row_pitch"), sizeof row, false) &&
             (box.region[2] == 1 ||
              iq_peek(&slice, (uintptr_t)iq_cl_value(call, "image_slice_pitch"), sizeof slice,
                      false)))
        *hi = *lo + (box.region[2] - 1) * slice + (box.region[1] - 1) * row +
              box.region[0] * box.unit;
}

void iq_fx_cl_map(struct iq_call *call, int phase)
{
    int object = iq_entry_arg(call->entry, IQ_ROLE_MAP_OBJECT);
    struct iq_memobj *memory =
        phase == IQ_EFFECTS_AFTER && !call->result ? memory_at(call, object) : NULL;
    if (memory) {
        struct iq_memobj_map map = { .flags = iq_cl_value(call, "map_flags"),
                                     .ref = iq_call_ref_of(call) };
        struct iq_box box;
        memcpy(&map.address, (const void *)(uintptr_t)call->args[call->entry->arg_count - 1],
               sizeof map.address);
        if (!memory->dimensions) {
            map.offset = iq_cl_value(call, "offset");
            map.bytes = iq_cl_value(call, "size");
        } else if (iq_cl_box_of(call, object, &box) && box.readable) {
            memcpy(map.origin, box.origin, sizeof map.origin);
            memcpy(map.region, box.region, sizeof map.region);
        }
        uint64_t lo;
        iq_cl_map_place(call, &lo, &map.end);
        if (map.address)
            add(memory, &map);
    }
    iq_cl_enqueue(call, phase);
}

static void remember_unmapped(const struct iq_handle *object, const struct iq_memobj_map *map)
{
    iq_lock(IQ_LOCK_NAMES);
    unmapped[unmapped_count++ % UNMAPPED] =
        (struct iq_memobj_unmapped){ map->address, map->end, object, object->generation, map->ref };
    if (map->address < lowest)
        __atomic_store_n(&lowest, map->address, __ATOMIC_RELAXED);
    if (map->end > highest)
        __atomic_store_n(&highest, map->end, __ATOMIC_RELAXED);
    iq_unlock(IQ_LOCK_NAMES);
    __atomic_add_fetch(&iq_cl_changed, 1, __ATOMIC_RELEASE);
}

static bool is_quiet(const struct iq_memobj_unmapped *gone)
{
    const struct iq_memobj *memory = iq_memobj_of(gone->object);
    return gone->object->generation == gone->generation && !iq_handle_is_dead(gone->object) &&
           memory && !memory->map_count && !memory->map_overflow && !memory->host_ptr;
}

bool iq_memobj_find_unmapped(uint64_t address, struct iq_memobj_unmapped *found)
{
    bool any = false;
    if (address < __atomic_load_n(&lowest, __ATOMIC_RELAXED) ||
        address >= __atomic_load_n(&highest, __ATOMIC_RELAXED))
        return false;
    iq_lock(IQ_LOCK_NAMES);
    uint32_t count = unmapped_count < UNMAPPED ? unmapped_count : UNMAPPED;
    for (uint32_t i = 1; i <= count && !any; i++) {
        *found = unmapped[(unmapped_count - i) % UNMAPPED];
        any = address >= found->lo && address < found->hi;
    }
    iq_unlock(IQ_LOCK_NAMES);
    return any && is_quiet(found);
}

void iq_fx_cl_unmap(struct iq_call *call, int phase)
{
    struct iq_memobj *memory =
        phase == IQ_EFFECTS_AFTER && !call->result ? memory_at(call, 1) : NULL;
    for (int i = 0; memory && i < IQ_MEMOBJ_MAPS; i++)
        if (memory->maps[i].address == call->args[2]) {
            memory->unmapped = memory->maps[i];
            memory->unmapped.ref = iq_call_ref_of(call);
            iq_cl_guard_unmapped(call->args[2], memory->unmapped.ref, !memory->host_ptr);
            memory->maps[i].address = 0;
            memory->map_count--;
            if (!memory->host_ptr)
                remember_unmapped(iq_cl_object(call, 1), &memory->unmapped);
            break;
        }
    iq_cl_enqueue(call, phase);
}

bool iq_cl_svm_is_mapped(uint64_t address)
{
    bool mapped = __atomic_load_n(&shared_overflow, __ATOMIC_RELAXED);
    for (int i = 0; i < SHARED_MAPS && !mapped; i++)
        mapped = __atomic_load_n(&shared_maps[i], __ATOMIC_RELAXED) == address;
    return mapped;
}

/* Puts [to] in the place of one [from]. */
static bool exchange(uint64_t from, uint64_t to)
{
    for (int i = 0; i < SHARED_MAPS; i++) {
        uint64_t expected = from;
        if (__atomic_compare_exchange_n(&shared_maps[i], &expected, to, false, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED))
            return true;
    }
    return false;
}

void iq_fx_cl_svm_map(struct iq_call *call, int phase)
{
    if (phase == IQ_EFFECTS_AFTER && !call->result && !exchange(0, iq_cl_value(call, "svm_ptr")))
        __atomic_store_n(&shared_overflow, true, __ATOMIC_RELAXED);
    iq_cl_enqueue(call, phase);
}

void iq_fx_cl_svm_unmap(struct iq_call *call, int phase)
{
    if (phase == IQ_EFFECTS_AFTER && !call->result) {
        uint64_t address = iq_cl_value(call, "svm_ptr");
        exchange(address, 0);
        iq_cl_guard_unmapped(address, iq_call_ref_of(call), true);
    }
    iq_cl_enqueue(call, phase);
}
