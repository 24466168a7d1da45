#include "model/context.h"

#include <stddef.h>

#include "base/locks.h"
#include "base/memory.h"
#include "model/handle.h"

static struct iq_context *contexts;
static uint32_t context_count;

struct iq_context *iq_context_first(void) { return __atomic_load_n(&contexts, __ATOMIC_ACQUIRE); }

struct iq_context *iq_context_create(uint64_t value, int device, bool primary,
                                     struct iq_call_ref created)
{
    struct iq_context *context = iq_core_alloc(sizeof *context);
    if (!context)
        return NULL;
    context->value = value;
    context->device = device;
    context->primary = primary;
    context->created = created;
    iq_lock(IQ_LOCK_CONTEXTS);
    context->id = ++context_count;
    context->next = contexts;
    __atomic_store_n(&contexts, context, __ATOMIC_RELEASE);
    iq_unlock(IQ_LOCK_CONTEXTS);
    return context;
}

struct iq_context *iq_context_stand_in(int device)
{
    for (struct iq_context *context = iq_context_first(); context; context = context->next)
        if (!context->value && context->device == device && !iq_context_is_dead(context) &&
            !context->inherited)
            return context;
    return iq_context_create(0, device, true, (struct iq_call_ref){ 0 });
}

struct iq_context *iq_context_of_new_object(struct iq_context **current, int device,
                                            struct iq_call_ref ref)
{
    struct iq_context *context = *current;
    if (!context)
        return iq_context_stand_in(device);
    if (!iq_context_is_dead(context))
        return context;
    /* The driver keeps the value of a primary context over a reset: another thread may have revived
     * it, or we do now. */
    struct iq_handle *handle = iq_handle_find(IQ_KIND_CONTEXT, context->value);
    if (handle && handle->context && !iq_context_is_dead(handle->context))
        return *current = handle->context;
    if (!context->by_reset)
        return NULL;
    struct iq_context *revived = iq_context_create(context->value, context->device, true, ref);
    if (revived && handle) {
        handle->context = revived;
        iq_handle_set_live(handle);
    }
    return *current = revived;
}

void iq_context_destroy(struct iq_context *context, bool by_reset, struct iq_call_ref ref)
{
    iq_lock(IQ_LOCK_CONTEXTS);
    if (!context->dead) {
        context->by_reset = by_reset;
        context->destroyed = ref;
        __atomic_store_n(&context->dead, true, __ATOMIC_RELEASE);
        __atomic_add_fetch(&iq_handle_deaths, 1, __ATOMIC_RELEASE);
    }
    iq_unlock(IQ_LOCK_CONTEXTS);
}

void iq_context_reset_device(int device, struct iq_call_ref ref)
{
    for (struct iq_context *context = iq_context_first(); context; context = context->next)
        if (context->primary && (context->device == device || context->device < 0) &&
            !iq_context_is_dead(context))
            iq_context_destroy(context, true, ref);
}

void iq_context_restore(uint64_t number)
{
    for (struct iq_context *context = iq_context_first(); context; context = context->next)
        if (iq_context_is_dead(context) && context->destroyed.number == number)
            __atomic_store_n(&context->dead, false, __ATOMIC_RELEASE);
}

void iq_context_mark_inherited(void)
{
    for (struct iq_context *context = iq_context_first(); context; context = context->next)
        context->inherited = true;
}

enum { PEERS = 64 };
static uint64_t peers[PEERS]; /* atomic; bit i: may use memory of device i */

void iq_context_set_peer(int from, int to, bool enabled)
{
    if (from < 0 || from >= PEERS || to < 0 || to >= PEERS)
        return;
    if (enabled)
        __atomic_fetch_or(&peers[from], 1ull << to, __ATOMIC_RELAXED);
    else
        __atomic_fetch_and(&peers[from], ~(1ull << to), __ATOMIC_RELAXED);
}

bool iq_context_is_peer(int from, int to)
{
    return from < 0 || from >= PEERS || to < 0 || to >= PEERS ||
           __atomic_load_n(&peers[from], __ATOMIC_RELAXED) & 1ull << to;
}
