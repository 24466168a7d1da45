/* Effects of the calls that make, destroy, reset and choose contexts.  phase 0: about to be
 * forwarded, 1: over. */
#include <string.h>

#include "abi/cuda_abi.h"
#include "api_cuda/port.h"
#include "call/core.h"
#include "model/handle.h"
#include "model/range.h"

void iq_fx_ctx_create(struct iq_call *call, int phase);
void iq_fx_ctx_destroy(struct iq_call *call, int phase);
void iq_fx_ctx_set(struct iq_call *call, int phase);
void iq_fx_ctx_push(struct iq_call *call, int phase);
void iq_fx_ctx_pop(struct iq_call *call, int phase);
void iq_fx_primary_retain(struct iq_call *call, int phase);
void iq_fx_primary_release(struct iq_call *call, int phase);
void iq_fx_primary_reset(struct iq_call *call, int phase);
void iq_fx_device_reset(struct iq_call *call, int phase);
void iq_fx_set_device(struct iq_call *call, int phase);
void iq_fx_init_device(struct iq_call *call, int phase);
void iq_fx_init(struct iq_call *call, int phase);
void iq_fx_rt_peer_copy(struct iq_call *call, int phase);
void iq_fx_peer_on(struct iq_call *call, int phase);
void iq_fx_peer_off(struct iq_call *call, int phase);

static void make_current(struct iq_thread *thread, struct iq_context *context, struct iq_call *call)
{
    if (thread->current == context && thread->current_known)
        return;
    thread->current = context;
    thread->current_ref = iq_call_ref_light(call);
    thread->current_known = true;
    if (context)
        thread->lost = NULL;
}

/* The context that [value] is now; one that was never seen is remembered, on [device]. */
static struct iq_context *context_of(uint64_t value, int device, bool primary,
                                     struct iq_call_ref ref)
{
    struct iq_handle *handle = iq_handle_find(IQ_KIND_CONTEXT, value);
    if (handle && handle->kind == IQ_KIND_CONTEXT && handle->context)
        return handle->context;
    struct iq_context *context = iq_context_create(value, device, primary, ref);
    if (context)
        iq_handle_create(IQ_KIND_CONTEXT, value, context, ref);
    return context;
}

static uint64_t out_value(const struct iq_call *call, int i)
{
    uint64_t value = 0;
    if (call->args[i])
        memcpy(&value, (const void *)(uintptr_t)call->args[i], sizeof value);
    return value;
}

void iq_fx_ctx_create(struct iq_call *call, int phase)
{
    struct iq_thread *thread = iq_thread_block;
    uint64_t value = phase && !call->result ? out_value(call, 0) : 0;
    if (!value)
        return;
    struct iq_call_ref ref = iq_call_ref_of(call);
    struct iq_context *context =
        iq_context_create(value, (int)call->args[call->entry->arg_count - 1], false, ref);
    if (!context)
        return;
    struct iq_handle *handle = iq_handle_create(IQ_KIND_CONTEXT, value, context, ref);
    if (handle)
        handle->context = context;
    if (thread->current && thread->pushed_count < IQ_THREAD_CONTEXTS)
        thread->pushed[thread->pushed_count++] = thread->current;
    make_current(thread, context, call);
}

void iq_fx_ctx_destroy(struct iq_call *call, int phase)
{
    struct iq_thread *thread = iq_thread_block;
    struct iq_handle *handle = iq_resolved_handle(call, 0, IQ_KIND_CONTEXT);
    struct iq_context *context = handle ? handle->context : NULL;
    if (!context)
        return;
    if (!phase) {
        iq_context_destroy(context, false, iq_call_ref_of(call));
        return;
    }
    if (call->result) {
        if (context->destroyed.number == call->number)
            iq_context_restore(call->number);
        return;
    }
    /* the driver pops it from the thread that destroys it */
    if (thread->current == context) {
        thread->lost = context;
        thread->current = thread->pushed_count ? thread->pushed[--thread->pushed_count] : NULL;
        thread->current_ref = iq_call_ref_light(call);
        thread->current_known = true;
    }
}

void iq_fx_ctx_set(struct iq_call *call, int phase)
{
    if (phase && !call->result)
        make_current(iq_thread_block,
                     call->args[0] ? context_of(call->args[0], -1, false, (struct iq_call_ref){ 0 })
                                   : NULL,
                     call);
}

void iq_fx_ctx_push(struct iq_call *call, int phase)
{
    struct iq_thread *thread = iq_thread_block;
    if (!phase || call->result || !call->args[0])
        return;
    if (thread->pushed_count < IQ_THREAD_CONTEXTS)
        thread->pushed[thread->pushed_count++] = thread->current;
    make_current(thread, context_of(call->args[0], -1, false, (struct iq_call_ref){ 0 }), call);
}

void iq_fx_ctx_pop(struct iq_call *call, int phase)
{
    struct iq_thread *thread = iq_thread_block;
    if (phase && !call->result)
        make_current(thread, thread->pushed_count ? thread->pushed[--thread->pushed_count] : NULL,
                     call);
}

void iq_fx_primary_retain(struct iq_call *call, int phase)
{
    uint64_t value = phase && !call->result ? out_value(call, 0) : 0;
    int device = (int)call->args[1];
    if (!value)
        return;
    struct iq_call_ref ref = iq_call_ref_of(call);
    struct iq_context *context = context_of(value, device, true, ref);
    struct iq_handle *handle = iq_handle_find(IQ_KIND_CONTEXT, value);
    if (context && iq_context_is_dead(context) && handle) { /* retained again after a reset */
        struct iq_context *fresh = iq_context_create(value, device, true, ref);
        if (fresh) {
            handle->context = fresh;
            iq_handle_set_live(handle);
        }
        return;
    }
    if (context) {
        context->released = (struct iq_call_ref){ 0 };
        context->primary = true;
        context->device = device;
    }
}

/* The last release destroys the primary context; how many there are the driver knows: nothing is
 * concluded until it says that the context is gone. */
void iq_fx_primary_release(struct iq_call *call, int phase)
{
    for (struct iq_context *context = phase && !call->result ? iq_context_first() : NULL; context;
         context = context->next)
        if (context->primary && context->device == (int)call->args[0])
            context->released = iq_call_ref_of(call);
}

static void reset(struct iq_call *call, int phase, int device)
{
    if (!phase)
        iq_context_reset_device(device, iq_call_ref_of(call));
    else if (call->result)
        iq_context_restore(call->number);
    else
        __atomic_store_n(&iq_core.soft_fault, 0, __ATOMIC_RELEASE);
}

void iq_fx_primary_reset(struct iq_call *call, int phase)
{
    reset(call, phase, (int)call->args[0]);
}

/* The runtime resets the device that is current for this thread. */
void iq_fx_device_reset(struct iq_call *call, int phase)
{
    struct iq_thread *thread = iq_thread_block;
    reset(call, phase,
          thread->current && thread->current->device >= 0 ? thread->current->device
                                                          : thread->device);
}

void iq_fx_set_device(struct iq_call *call, int phase)
{
    struct iq_thread *thread = iq_thread_block;
    if (!phase || call->result || thread->device == (int)call->args[0])
        return;
    thread->device = (int)call->args[0];
    thread->device_ref = iq_call_ref_of(call);
    /* Newer runtimes switch the driver's context at once (a nested call told us), older ones with
     * the next call. */
    if (thread->current && thread->current->primary && thread->current->device >= 0 &&
        thread->current->device != thread->device)
        thread->current = NULL;
}

void iq_fx_init_device(struct iq_call *call, int phase) { iq_fx_set_device(call, phase); }

void iq_fx_init(struct iq_call *call, int phase)
{
    if (phase && !call->result && !iq_core.initialised.number)
        iq_core.initialised = iq_call_ref_of(call);
}

/* (peer device or context, ...); 704: it was enabled already. */
static void set_peer(struct iq_call *call, int phase, bool on)
{
    const struct iq_thread *thread = iq_thread_block;
    int peer = (int)call->args[0], own = thread->current && thread->current->device >= 0
                                             ? thread->current->device
                                             : thread->device;
    if (!phase || (call->result && call->result != CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED))
        return;
    if (call->entry->api == IQ_API_CUDA) {
        const struct iq_handle *context = iq_resolved_handle(call, 0, IQ_KIND_CONTEXT);
        peer = context && context->context ? context->context->device : -1;
    }
    iq_context_set_peer(own, peer, on);
}

void iq_fx_peer_on(struct iq_call *call, int phase) { set_peer(call, phase, true); }
void iq_fx_peer_off(struct iq_call *call, int phase) { set_peer(call, phase, false); }

/* (dst, dstDevice, src, srcDevice, ...): numbers that contradict the addresses go unnoticed. */
void iq_fx_rt_peer_copy(struct iq_call *call, int phase)
{
    struct iq_range range;
    if (!phase || call->result || call->outer)
        return;
    for (int i = 0; i < 4; i += 2) {
        if (!iq_resolved_range(call, i, &range) || range.kind != IQ_KIND_DEVICE_MEMORY ||
            range.device < 0 || range.device == (int)call->args[i + 1])
            continue;
        iq_cuda_port.other_device(i + 1, &range);
        return;
    }
}
