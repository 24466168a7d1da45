#include "call/resolved.h"

#include "base/memory.h"
#include "call/api.h"
#include "call/plan.h"
#include "call/thread.h"

/* Registered memory is the program's, who may have freed it without unregistering it; of shared
 * memory of OpenCL implementations do not look at sizes. */
IQ_COLD void iq_resolve_anew(struct iq_resolved *resolved, uint64_t address)
{
    resolved->live = iq_range_find_anew(address, &resolved->range, &resolved->version);
    uint8_t kind = resolved->range.kind;
    resolved->live_where = iq_where_of(kind);
    resolved->doubtful = kind == IQ_KIND_REGISTERED_MEMORY || kind == IQ_KIND_SVM_MEMORY ||
                         kind == IQ_KIND_USM_MEMORY;
}

void iq_resolve_history(const struct iq_call *call, struct iq_resolved *resolved)
{
    bool (*is_reused)(const struct iq_range *, uint64_t) = call->plan->api->is_reused;
    if (!resolved->live && !resolved->freed && resolved->address)
        resolved->freed = iq_range_find_freed(resolved->address, &resolved->range) &&
                          !(is_reused && is_reused(&resolved->range, resolved->address));
}

/* The record of argument [arg], looked up; NULL: those of the thread are of another call, which
 * [call] is nested in. */
static const struct iq_resolved *resolved_of(const struct iq_call *call, int arg)
{
    struct iq_thread *thread = iq_thread_block;
    if (call->outer || !thread || arg < 0 || arg >= IQ_THREAD_ARGS)
        return NULL;
    struct iq_resolved *resolved = &thread->resolved[arg];
    if (resolved->call != call->number || resolved->address != call->args[arg])
        iq_resolve(resolved, call->number, call->args[arg]);
    return resolved;
}

bool iq_resolved_range(const struct iq_call *call, int arg, struct iq_range *range)
{
    const struct iq_resolved *resolved = resolved_of(call, arg);
    if (!resolved)
        return iq_range_find(call->args[arg], range);
    if (resolved->live)
        *range = resolved->range;
    return resolved->live;
}

bool iq_resolved_freed(const struct iq_call *call, int arg, struct iq_range *range)
{
    const struct iq_resolved *resolved = resolved_of(call, arg);
    if (!resolved || !resolved->freed)
        return iq_range_find_freed(call->args[arg], range);
    *range = resolved->range;
    return true;
}

struct iq_resolved_rare *iq_resolved_rare(const struct iq_call *call, int arg)
{
    struct iq_thread *thread = iq_thread_get();
    if (!thread || arg < 0 || arg >= IQ_THREAD_ARGS ||
        (!thread->rare && !(thread->rare = iq_core_alloc(IQ_THREAD_ARGS * sizeof *thread->rare))))
        return NULL;
    struct iq_resolved_rare *rare = &thread->rare[arg];
    if (rare->record != call || rare->call != call->number || rare->address != call->args[arg]) {
        rare->record = call;
        rare->call = call->number;
        rare->address = call->args[arg];
        rare->block_known = rare->region_known = rare->box_known = false;
    }
    return rare;
}

enum iq_hostheap_state iq_resolved_block(const struct iq_call *call, int arg, uint64_t address,
                                         struct iq_hostheap_block *block)
{
    struct iq_resolved_rare *rare = iq_resolved_rare(call, arg);
    if (!rare || rare->address != address)
        return iq_hostheap_find(address, block);
    if (!rare->block_known)
        rare->state = iq_hostheap_find(address, &rare->block);
    rare->block_known = true;
    *block = rare->block;
    return rare->state;
}

bool iq_resolved_region(const struct iq_call *call, int arg, uint64_t address,
                        struct iq_hostmem_region *region)
{
    struct iq_resolved_rare *rare = iq_resolved_rare(call, arg);
    if (!rare || rare->address != address)
        return iq_hostmem_find(address, region);
    if (!rare->region_known)
        rare->mapped = iq_hostmem_find(address, &rare->region);
    rare->region_known = true;
    if (rare->mapped)
        *region = rare->region;
    return rare->mapped;
}
