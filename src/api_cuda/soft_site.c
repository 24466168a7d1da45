#include "api_cuda/soft_site.h"

#include "api_cuda/launch.h"
#include "base/hash.h"
#include "base/locks.h"
#include "base/map.h"
#include "base/memory.h"
#include "call/core.h"
#include "call/variable.h"
#include "call/walk.h"
#include "process/hostheap.h"

enum { MOST = 1 << 16 };

static struct iq_map sites; /* IQ_LOCK_ORDER */

static struct iq_soft_site *make(const struct iq_soft_site *like)
{
    struct iq_soft_site *site = sites.count < MOST ? iq_core_alloc(sizeof *site) : NULL;
    if (site)
        *site = *like;
    return site;
}

/* Where the call copies from. */
static void find_source(struct iq_soft_site *site, struct iq_call *call)
{
    struct iq_hostheap_block block;
    int from = iq_entry_arg(call->entry, IQ_ROLE_READ);
    if (from < 0)
        return;
    site->source = call->args[from];
    if (iq_hostheap_find(site->source, &block) == IQ_HOSTHEAP_LIVE && block.base == site->source)
        site->block_size = block.size;
    else if (!iq_variable_is_near(site->source) ||
             !iq_stack_frame_of(call->site, site->source, &site->frame))
        site->frame.cfa = 0;
}

struct iq_soft_site *iq_soft_site_here(void)
{
    const struct iq_thread *thread = iq_thread_block;
    struct iq_call *call = iq_call_current();
    if (!thread || !call)
        return NULL;
    struct iq_soft_site here = { .ref = iq_call_ref_of(call),
                                 .function = iq_launch_host_function(iq_call_outermost(call)),
                                 .context = thread->current };
    struct {
        uint64_t entry, stack, thread, function, context;
    } parts = { (uintptr_t)here.ref.entry, here.ref.stack, here.ref.thread, here.function,
                (uintptr_t)here.context };
    uint64_t key = iq_hash_bytes(&parts, sizeof parts);
    iq_lock(IQ_LOCK_ORDER);
    struct iq_soft_site *site = iq_map_get(&sites, key);
    iq_unlock(IQ_LOCK_ORDER);
    if (site)
        return site;
    find_source(&here, iq_call_outermost(call));
    iq_lock(IQ_LOCK_ORDER);
    site = iq_map_get(&sites, key);
    if (!site && (site = make(&here)) && iq_map_set(&sites, key, site))
        site = NULL;
    iq_unlock(IQ_LOCK_ORDER);
    return site;
}
