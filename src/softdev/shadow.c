/* Shadow bits of device memory. */
#include "softdev/shadow.h"

#include <string.h>
#include <sys/mman.h>

#include "base/page.h"
#include "ptx/ptx_exec.h"
#include "softdev/observer.h"
#include "softdev/unwritten.h"

enum { SLACK = 4096, FEW_PAGES = 16 };

/* host address s: the bits of address a lie at s + a / 8 */
static uint64_t shadows[IQ_DEVICES_MAX];

/* Atomic, since threads of the device read it while another one allocates for the first time. */
static uint64_t shadow_of(const struct iq_device *device)
{
    return device ? __atomic_load_n(&shadows[device->ordinal], __ATOMIC_ACQUIRE) : 0;
}

static uint64_t prepare(const struct iq_device *device)
{
    uint64_t base, bytes;
    if (shadow_of(device))
        return shadow_of(device);
    iq_arena_bounds(device, &base, &bytes);
    void *map = mmap(NULL, bytes / 8 + SLACK, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (map == MAP_FAILED)
        return 0;
    madvise(map, bytes / 8 + SLACK, MADV_DONTDUMP);
    __atomic_store_n(&shadows[device->ordinal], (uint64_t)(uintptr_t)map - (base >> 3),
                     __ATOMIC_RELEASE);
    return shadow_of(device);
}

static void clear(char *at, size_t size)
{
    size_t head = (size_t)iq_page_offset(-(uintptr_t)at);
    if (size < FEW_PAGES * iq_page_bytes ||
        madvise(at + head, iq_page_down(size - head), MADV_DONTNEED)) {
        memset(at, 0, size);
        return;
    }
    memset(at, 0, head);
    memset(at + head + (iq_page_down(size - head)), 0, iq_page_offset(size - head));
}

void iq_shadow_begin(struct iq_alloc *alloc)
{
    if ((alloc->kind != IQ_ALLOC_DEVICE && alloc->kind != IQ_ALLOC_POOL &&
         alloc->kind != IQ_ALLOC_ARRAY) ||
        !alloc->span || !iq_observer_wants(IQ_SOFT_WATCH_UNINITIALIZED))
        return;
    uint64_t shadow = prepare(alloc->device);
    if (!shadow)
        return;
    clear((char *)(uintptr_t)(shadow + (alloc->base >> 3)), alloc->span / 8);
    alloc->has_shadow = alloc->shadowed = true;
}

void iq_shadow_begin_late(const struct iq_alloc *alloc)
{
    uint64_t shadow = prepare(alloc->device);
    if (!shadow)
        return;
    clear((char *)(uintptr_t)(shadow + (alloc->base >> 3)), (alloc->size + 7) / 8);
    iq_alloc_set_shadowed(alloc->base, alloc->id, true);
}

void iq_shadow_drop(const struct iq_device *device, uint64_t base, size_t bytes)
{
    uint64_t shadow = shadow_of(device);
    if (shadow)
        madvise((void *)(uintptr_t)(shadow + (base >> 3)), bytes / 8, MADV_DONTNEED);
}

uint64_t iq_shadow_of(const struct iq_alloc *alloc)
{
    return alloc->shadowed ? shadow_of(alloc->device) : 0;
}

void iq_shadow_written(uint64_t address, uint64_t size)
{
    struct iq_alloc alloc;
    if (!iq_observer_wants(IQ_SOFT_WATCH_UNINITIALIZED) || !iq_alloc_find_shared(address, &alloc) ||
        !iq_shadow_of(&alloc))
        return;
    if (size > alloc.base + alloc.size - address)
        size = alloc.base + alloc.size - address;
    iq_ptx_shadow_set(iq_shadow_of(&alloc), address, size);
    if (size == alloc.size)
        iq_alloc_set_shadowed(alloc.base, alloc.id, false);
    else
        iq_unwritten_spoil(&alloc);
}

void iq_shadow_copied(uint64_t to, uint64_t from, uint64_t size)
{
    struct iq_alloc target, source;
    if (!iq_observer_wants(IQ_SOFT_WATCH_UNINITIALIZED) || !iq_alloc_find_shared(to, &target) ||
        !target.has_shadow)
        return;
    bool known = iq_alloc_find_shared(from, &source) && iq_shadow_of(&source);
    if (!known || iq_ptx_shadow_is_set(iq_shadow_of(&source), from, size)) {
        iq_shadow_written(to, size);
        return;
    }
    if (size > target.base + target.size - to)
        size = target.base + target.size - to;
    for (uint64_t i = 0; i < size; i++) {
        uint8_t *at = (uint8_t *)(uintptr_t)(shadow_of(target.device) + ((to + i) >> 3)),
                bit = (uint8_t)(1u << ((to + i) & 7));
        if (iq_ptx_shadow_is_set(iq_shadow_of(&source), from + i, 1))
            __atomic_fetch_or(at, bit, __ATOMIC_RELAXED);
        else
            __atomic_fetch_and(at, (uint8_t)~bit, __ATOMIC_RELAXED);
    }
    iq_alloc_set_shadowed(target.base, target.id, true);
    iq_unwritten_copied(&target, &source);
}

void iq_shadow_settle(uint64_t address)
{
    enum { STEP = 1 << 16 };
    struct iq_alloc alloc;
    if (!iq_alloc_find_shared(address, &alloc) || !iq_shadow_of(&alloc))
        return;
    uint64_t done = alloc.written_front;
    while (done < alloc.size) {
        uint64_t step = alloc.size - done < STEP ? alloc.size - done : STEP;
        if (!iq_ptx_shadow_is_set(iq_shadow_of(&alloc), alloc.base + done, step))
            break;
        done += step;
    }
    if (done == alloc.size)
        iq_alloc_set_shadowed(alloc.base, alloc.id, false);
    else if (done != alloc.written_front)
        iq_alloc_set_front(alloc.base, alloc.id, done);
}
