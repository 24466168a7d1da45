/* The observer's side: classification of faulting addresses and the two callbacks. */
#include "softdev/observer.h"

#include <stdlib.h>

#include "softdev/module.h"

static _Atomic(const struct iq_soft_observer *) observer;

__attribute__((visibility("default"))) void inquest_soft_set_observer(
    const struct iq_soft_observer *other)
{
    atomic_store(&observer, other);
}

bool iq_observer_is_set(void) { return atomic_load(&observer); }

#define HAS(to, member)                                                                     \
    ((to) &&                                                                                \
     (to)->struct_size >= offsetof(struct iq_soft_observer, member) + sizeof(to)->member && \
     (to)->member)

uint64_t iq_observer_site(void)
{
    const struct iq_soft_observer *to = atomic_load(&observer);
    return HAS(to, call_site) ? to->call_site(to->user) : 0;
}

void iq_observer_launch(struct iq_launch_work *work, uint64_t stream)
{
    const struct iq_soft_observer *to = atomic_load(&observer);
    if (!to || !to->on_launch)
        return;
    work->site = iq_observer_site();
    struct iq_soft_launch launch = { .struct_size = sizeof launch,
                                     .launch = work->number,
                                     .kernel = work->function->kernel->name,
                                     .shared_bytes = work->shared,
                                     .stream = stream };
    for (int i = 0; i < 3; i++) {
        launch.grid[i] = work->grid[i];
        launch.block[i] = work->block[i];
    }
    to->on_launch(to->user, &launch);
}

void iq_observer_fault(const struct iq_soft_fault *fault)
{
    const struct iq_soft_observer *to = atomic_load(&observer);
    if (to && to->on_fault)
        to->on_fault(to->user, fault);
}

void iq_observer_place(uint64_t call, const struct iq_soft_place *place)
{
    const struct iq_soft_observer *to = atomic_load(&observer);
    if (HAS(to, on_place))
        to->on_place(to->user, call, place);
}

bool iq_observer_wants(uint32_t flags)
{
    const struct iq_soft_observer *to = atomic_load(&observer);
    return to && iq_soft.checks == IQ_CHECKS_ALL &&
           to->struct_size >= offsetof(struct iq_soft_observer, flags) + sizeof to->flags &&
           __atomic_load_n(&to->flags, __ATOMIC_RELAXED) & flags;
}

void iq_observer_worker(void)
{
    const struct iq_soft_observer *to = atomic_load(&observer);
    if (HAS(to, on_worker))
        to->on_worker(to->user);
}

uint64_t iq_observer_call(void)
{
    const struct iq_soft_observer *to = atomic_load(&observer);
    return HAS(to, call_number) ? to->call_number(to->user) : 0;
}

struct iq_soft_parts *iq_observer_parts(void)
{
    const struct iq_soft_observer *to = atomic_load(&observer);
    return HAS(to, parts) ? to->parts(to->user) : NULL;
}

bool iq_observer_watches_host(void)
{
    const struct iq_soft_observer *to = atomic_load(&observer);
    return iq_observer_wants(IQ_SOFT_WATCH_HOST) && HAS(to, watches_host) &&
           to->watches_host(to->user);
}

void iq_observer_managed(uint64_t base, uint64_t size, int64_t bias, bool begins)
{
    const struct iq_soft_observer *to = atomic_load(&observer);
    if (HAS(to, on_managed))
        to->on_managed(to->user, base, size, base + (uint64_t)bias, begins);
}

static void tell_reach(const struct iq_launch_work *work, struct iq_ptx_launch *launch,
                       const struct iq_ptx_span *spans, uint32_t count, bool waits)
{
    const struct iq_soft_observer *to = atomic_load(&observer);
    struct iq_soft_footprint *reported = count ? malloc(count * sizeof *reported) : NULL;
    for (uint32_t i = 0; reported && i < count; i++) {
        struct iq_ptx_fault place = { .kind = IQ_PTX_FAULT_NONE };
        iq_ptx_launch_where(launch, spans[i].pc, &place);
        reported[i] =
            (struct iq_soft_footprint){ spans[i].begin,    spans[i].end,   place.source_file,
                                        place.source_line, place.ptx_line, spans[i].write,
                                        spans[i].ordered };
    }
    to->on_footprint(to->user, work->call, work->function->kernel->name, reported,
                     reported ? count : 0, waits ? IQ_SOFT_FOOTPRINT_WAITS : 0);
    free(reported);
}

void iq_observer_footprint(const struct iq_launch_work *work, struct iq_ptx_launch *launch,
                           bool watched)
{
    const struct iq_soft_observer *to = atomic_load(&observer);
    const struct iq_ptx_span *spans = NULL;
    uint32_t count = 0;
    bool waits = false;
    if (!HAS(to, on_footprint) || !work->call)
        return;
    if (!watched || !iq_ptx_launch_footprint(launch, &spans, &count, &waits))
        count = 0; /* that it is over is worth telling, too */
    tell_reach(work, launch, spans, count, waits);
}

void iq_observer_unwritten(const struct iq_soft_unwritten *unwritten)
{
    const struct iq_soft_observer *to = atomic_load(&observer);
    if (HAS(to, on_unwritten))
        to->on_unwritten(to->user, unwritten);
}

bool iq_observer_host_write(void *at, const void *from, size_t size)
{
    const struct iq_soft_observer *to = atomic_load(&observer);
    return HAS(to, on_host_write) && to->on_host_write(to->user, at, from, size);
}

/* The allocation next to an address that lies in none: that is what was overrun.  Memory of the
 * host may lie in front of the device's. */
static bool overrun(uint64_t address, uint64_t *base, uint64_t *size)
{
    enum { FAR = 64 << 20 };
    struct iq_alloc alloc;
    if (!iq_alloc_near_shared(address, FAR, &alloc))
        return false;
    if (iq_arena_device(alloc.base) && !iq_arena_device(address) &&
        iq_host_is_mapped((const void *)(uintptr_t)address, 1))
        return false;
    *base = alloc.base;
    *size = alloc.size;
    return true;
}

enum iq_soft_fault_kind iq_observer_classify(struct iq_ctx *ctx, uint64_t address, uint64_t *base,
                                             uint64_t *size)
{
    struct iq_freed freed;
    struct iq_alloc alloc;
    *base = *size = 0;
    if (address < 65536)
        return IQ_SOFT_FAULT_NULL_PAGE;
    if (iq_alloc_find_shared(address, &alloc) && !iq_alloc_is_hidden(&alloc)) {
        *base = alloc.base;
        *size = alloc.size;
        return IQ_SOFT_FAULT_OUT_OF_BOUNDS; /* overlaps its end, or belongs to another device */
    }
    if (iq_history_find(address, &freed)) {
        *base = freed.base;
        *size = freed.size;
        return IQ_SOFT_FAULT_USE_AFTER_FREE;
    }
    (void)ctx;
    if (overrun(address, base, size) || iq_arena_device(address))
        return IQ_SOFT_FAULT_OUT_OF_BOUNDS;
    return iq_host_is_mapped((const void *)(uintptr_t)address, 1) ? IQ_SOFT_FAULT_HOST_POINTER
                                                                  : IQ_SOFT_FAULT_OUT_OF_BOUNDS;
}
