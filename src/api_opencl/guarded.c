#include "api_opencl/guarded.h"

#include "api_opencl/memobj.h"
#include "base/locks.h"
#include "base/page.h"
#include "base/pkey.h"
#include "call/core.h"
#include "call/findings.h"
#include "call/rule.h"
#include "order/unmapped.h"
#include "process/hostheap.h"
#include "process/hostmap.h"
#include "process/hostmem.h"
#include "process/modules.h"

enum { MAPS = 64, COARSE = 64, TEXT_BYTES = 400, CHUNK_HEAD = 16, CHUNK_IS_MAPPED = 2 };

/* What the host has mapped; IQ_LOCK_ORDER. */
static struct {
    const struct iq_handle *object;
    uint64_t address, size;
} maps[MAPS];
/* shared memory that has to be mapped; those that fit */
static struct {
    uint64_t address, size;
} coarse[COARSE];
static int maps_end;       /* after the last one that was ever used */
static bool maps_overflow; /* there were more: nothing is known of what was unmapped */

/* --- where guards may be
 * ------------------------------------------------------------------------------------------- */

/* Of a block that glibc mapped for itself alone the head in front and the rest of the last page are
 * nobody else's.  What has no whole page for all that is not looked for. */
static void widen(struct iq_guard_memory *memory)
{
    struct iq_hostheap_block block;
    if (iq_page_up(memory->lo - CHUNK_HEAD) + iq_page_bytes > memory->hi)
        return;
    if (!iq_hostheap_is_glibc || iq_hostheap_find(memory->lo, &block) != IQ_HOSTHEAP_LIVE)
        return;
    uint64_t size = *(const uint64_t *)(uintptr_t)(block.base - sizeof size);
    if (!(size & CHUNK_IS_MAPPED))
        return;
    if (memory->lo == block.base)
        memory->lo = iq_page_down(memory->lo - CHUNK_HEAD);
    if (memory->hi == block.base + block.size)
        memory->hi = iq_page_up(memory->hi);
}

/* Where blocks are not recorded (an interpreter's): a block that glibc mapped for itself alone
 * begins a few bytes into a page, after its own length in pages and the bit that says so. */
static bool is_chunk(uint64_t lo, uint64_t hi, struct iq_guard_memory *memory)
{
    uint64_t head[2];
    uint64_t begin = lo - CHUNK_HEAD;
    if (iq_hostheap_is_active() || iq_page_offset(begin) ||
        !iq_hostmem_copy(begin, head, sizeof head) || head[0] || (head[1] & 7) != CHUNK_IS_MAPPED)
        return false;
    uint64_t bytes = head[1] & ~(uint64_t)7;
    if (iq_page_offset(bytes) || hi > begin + bytes || begin + bytes - hi >= iq_page_bytes)
        return false;
    memory->lo = begin;
    memory->hi = begin + bytes;
    return true;
}

static bool is_mapped(uint64_t lo, uint64_t hi)
{
    bool found = false;
    iq_lock(IQ_LOCK_ORDER);
    for (int i = 0; i < maps_end && !found; i++)
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
    if (!iq_guard_is_enabled() || hi - lo < iq_page_bytes)
        return;
    struct iq_guard_memory found = {
        .lo = lo, .hi = hi, .base = lo, .owner = &iq_guard_opencl, .keyed = iq_pkey_exists()
    };
    if (iq_hostheap_find(lo, &block) == IQ_HOSTHEAP_LIVE) {
        /* a coroutine's stack */
        if (hi > block.base + block.size || here - block.base < block.size)
            return;
        found.lo = found.base = block.base;
        found.hi = block.base + block.size;
        widen(&found);
        *memory = found;
        return;
    }
    found.look = true;
    if (is_chunk(lo, hi, &found) ||
        (iq_hostmap_find(lo, &mapping) && hi <= mapping.end &&
         (here < mapping.base || here >= mapping.end)) ||
        is_mapped(lo, hi) || ((module = iq_modules_path(lo)) && module == iq_modules_path(hi - 1)))
        *memory = found;
}

/* --- maps
 * ------------------------------------------------------------------------------------------
 */

bool iq_cl_guard_mapped(const struct iq_handle *object, uint64_t address, uint64_t size,
                        struct iq_guard_memory *memory)
{
    bool added = false;
    *memory = (struct iq_guard_memory){ .lo = address,
                                        .hi = address + size,
                                        .base = address,
                                        .owner = &iq_guard_opencl,
                                        .object = object,
                                        .keyed = iq_pkey_exists(),
                                        .look = true };
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
            maps_end = i < maps_end ? maps_end : i + 1;
            added = true;
        }
    maps_overflow |= !added;
    iq_unlock(IQ_LOCK_ORDER);
    return added;
}

static bool take_map(uint64_t address, const struct iq_handle **object, uint64_t *size)
{
    for (int i = 0; i < maps_end; i++)
        if (maps[i].address == address) {
            *object = maps[i].object;
            *size = maps[i].size;
            maps[i].address = 0;
            return true;
        }
    return false;
}

/* Nobody may use [lo, hi) from the call [ref] on.  Only where a driver's threads are not
 * disturbed. */
static void guard_ended(uint64_t lo, uint64_t hi, const struct iq_handle *object,
                        struct iq_call_ref ref, bool never_mapped)
{
    struct iq_access access = {
        .lo = lo, .hi = hi, .ref = ref, .arg = -1, .allocation = never_mapped
    };
    struct iq_guard_memory memory = { .lo = lo,
                                      .hi = hi,
                                      .base = lo,
                                      .owner = &iq_guard_opencl,
                                      .object = object,
                                      .keyed = iq_pkey_exists(),
                                      .look = true };
    widen(&memory);
    iq_lock(IQ_LOCK_ORDER);
    iq_guard_add_within((struct iq_guard_work){ 0 }, &access, &memory);
    iq_unlock(IQ_LOCK_ORDER);
}

void iq_cl_guard_unmapped(uint64_t address, struct iq_call_ref ref, bool guard)
{
    const struct iq_handle *object;
    uint64_t size;
    if (!iq_guard_is_enabled())
        return;
    iq_lock(IQ_LOCK_ORDER);
    bool found = take_map(address, &object, &size);
    for (int i = 0; i < maps_end && found; i++) /* mapped more than once */
        guard &= !maps[i].address || maps[i].address >= address + size ||
                 maps[i].address + maps[i].size <= address;
    iq_unlock(IQ_LOCK_ORDER);
    if (!found)
        return;
    iq_guard_drop(address, address + size);
    if (!guard || maps_overflow)
        return;
    guard_ended(address, address + size, object, ref, false);
}

void iq_cl_guard_allocated(uint64_t address, uint64_t size, struct iq_call_ref ref)
{
    bool added = false;
    if (!iq_guard_is_enabled() || !iq_pkey_exists())
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
        guard_ended(address, address + size, NULL, ref, true);
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
        found = coarse[i].address && coarse[i].address <= address &&
                address < coarse[i].address + coarse[i].size;
    iq_unlock(IQ_LOCK_ORDER);
    return found;
}

void iq_cl_guard_forget(const struct iq_handle *object)
{
    const struct iq_memobj *memory = iq_memobj_of(object);
    if (!iq_guard_is_enabled())
        return;
    for (int i = 0; memory && i < IQ_MEMOBJ_MAPS; i++)
        iq_unmapped_add(object, memory->size, memory->maps[i].address, memory->maps[i].bytes,
                        (struct iq_call_ref){ 0 });
    if (memory)
        iq_unmapped_add(object, memory->size, memory->unmapped.address, memory->unmapped.bytes,
                        memory->unmapped.ref);
    iq_lock(IQ_LOCK_ORDER);
    for (int i = 0; i < maps_end; i++)
        if (maps[i].object == object)
            maps[i].address = 0;
    iq_unlock(IQ_LOCK_ORDER);
    iq_guard_drop_of(&iq_guard_opencl, object, true);
}
