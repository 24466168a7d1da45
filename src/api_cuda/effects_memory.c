/* Effects of calls whose memory the rows cannot express: pitched and virtual memory, variables of
 * modules, registration of runtime kernels and variables, stream capture.  phase 0: about to be
 * forwarded, 1: over. */
#include <string.h>

#include "abi/cuda_abi.h"
#include "api_cuda/graphs.h"
#include "api_cuda/kernels.h"
#include "api_cuda/port.h"
#include "api_cuda/query.h"
#include "call/core.h"
#include "call/walk.h"
#include "model/handle.h"
#include "model/names.h"
#include "model/range.h"

void iq_fx_alloc_pitch(struct iq_call *call, int phase);
void iq_fx_rt_alloc_pitch(struct iq_call *call, int phase);
void iq_fx_rt_malloc3d(struct iq_call *call, int phase);
void iq_fx_module_global(struct iq_call *call, int phase);
void iq_fx_rt_symbol_address(struct iq_call *call, int phase);
void iq_fx_vmm_map(struct iq_call *call, int phase);
void iq_effects_module_has(uint64_t module, uint64_t base); /* effects_module.c */
void iq_fx_external_buffer(struct iq_call *call, int phase);
void iq_fx_vmm_unmap(struct iq_call *call, int phase);
void iq_fx_vmm_unreserve(struct iq_call *call, int phase);
void iq_fx_shared_open(struct iq_call *call, int phase);
void iq_fx_shared_close(struct iq_call *call, int phase);
void iq_fx_register_fatbin(struct iq_call *call, int phase);
void iq_fx_unregister_fatbin(struct iq_call *call, int phase);
void iq_fx_register_function(struct iq_call *call, int phase);
void iq_fx_register_var(struct iq_call *call, int phase);
void iq_fx_capture_begin(struct iq_call *call, int phase);
void iq_fx_capture_end(struct iq_call *call, int phase);

static uint64_t word_at(uint64_t address)
{
    uint64_t value = 0;
    if (address)
        memcpy(&value, (const void *)(uintptr_t)address, sizeof value);
    return value;
}

static void add(struct iq_call *call, uint64_t base, uint64_t size, enum iq_kind kind,
                const char *name)
{
    struct iq_thread *thread = iq_thread_block;
    struct iq_call_ref ref = iq_call_ref_of(call);
    struct iq_context *context = iq_context_of_new_object(&thread->current, thread->device, ref);
    struct iq_range range = { .base = base,
                              .size = size,
                              .context = context,
                              .created = ref,
                              .kind = (uint8_t)kind,
                              .device = (int16_t)(context ? context->device : thread->device),
                              .name = name };
    if (base)
        IQ_DROP(iq_range_add(&range)); /* base/pages.h counts what found no memory */
}

/* (devPtr, pitch, width, height, ...): the row has noted the address without a size. */
static void pitched(struct iq_call *call, int phase)
{
    if (phase && !call->result && strcmp(call->entry->args[0].type, "CUdeviceptr_v1 *"))
        add(call, word_at(call->args[0]), word_at(call->args[1]) * call->args[3],
            IQ_KIND_DEVICE_MEMORY, NULL);
}

void iq_fx_alloc_pitch(struct iq_call *call, int phase) { pitched(call, phase); }
void iq_fx_rt_alloc_pitch(struct iq_call *call, int phase) { pitched(call, phase); }

void iq_fx_rt_malloc3d(struct iq_call *call, int phase)
{
    if (!phase || call->result || !call->args[0])
        return;
    uint64_t pitched_pointer[4], extent[3]; /* ptr pitch xsize ysize; width height depth */
    memcpy(pitched_pointer, (const void *)(uintptr_t)call->args[0], sizeof pitched_pointer);
    memcpy(extent, (const void *)(uintptr_t)call->args[1], sizeof extent);
    add(call, pitched_pointer[0], pitched_pointer[1] * extent[1] * extent[2], IQ_KIND_DEVICE_MEMORY,
        NULL);
}

void iq_fx_module_global(struct iq_call *call, int phase)
{
    if (!phase || call->result || !call->args[0] ||
        !strcmp(call->entry->args[0].type, "CUdeviceptr_v1 *"))
        return;
    const char *name =
        call->args[3] ? iq_name_intern((const char *)(uintptr_t)call->args[3]) : NULL;
    uint64_t base = word_at(call->args[0]), size = word_at(call->args[1]);
    struct iq_range range;
    if (iq_range_find(base, &range))
        return;
    add(call, base, size, IQ_KIND_SYMBOL, name ? name : "?");
    iq_effects_module_has(call->args[2], base);
}

/* (out address, symbol): runtimes ask a driver for it in ways of their own. */
void iq_fx_rt_symbol_address(struct iq_call *call, int phase)
{
    struct iq_variable variable;
    struct iq_range range;
    uint64_t base = phase && !call->result ? word_at(call->args[0]) : 0;
    if (base && (!iq_range_find(base, &range) || !range.size) &&
        iq_name_of_variable(call->args[1], &variable) && variable.host == call->args[1] &&
        variable.size)
        add(call, base, variable.size, IQ_KIND_SYMBOL, variable.name ? variable.name : "?");
}

/* (out address, memory, description: offset, bytes, flags): the row has noted the address without a
 * size. */
void iq_fx_external_buffer(struct iq_call *call, int phase)
{
    uint64_t description[2];
    if (!phase || call->result || !call->args[2])
        return;
    memcpy(description, (const void *)(uintptr_t)call->args[2], sizeof description);
    add(call, word_at(call->args[0]), description[1], IQ_KIND_DEVICE_MEMORY, NULL);
}

/* (out address, ...) of another process's memory: the row has noted the address without a size. */
void iq_fx_shared_open(struct iq_call *call, int phase)
{
    uint64_t base = phase && !call->result ? word_at(call->args[0]) : 0,
             size = base ? iq_query_extent(base) : 0;
    if (size)
        add(call, base, size, IQ_KIND_DEVICE_MEMORY, NULL);
}

/* Memory that was opened several times stays until it has been closed as often. */
void iq_fx_shared_close(struct iq_call *call, int phase)
{
    struct iq_range range;
    uint64_t number = iq_call_ref_of(call).number;
    if (phase && !call->result && iq_range_find_freed(call->args[0], &range) &&
        range.freed.number == number && iq_query_extent(call->args[0]))
        iq_range_restore(call->args[0], number);
}

/* A mapping of virtual memory is one object per call; an unmap may cover several.  What is left of
 * the reservation stays reserved. */
void iq_fx_vmm_map(struct iq_call *call, int phase)
{
    if (phase)
        iq_cuda_port.maps(call);
    if (!phase || call->result)
        return;
    iq_range_split(call->args[0]);
    iq_range_split(call->args[0] + call->args[1]);
    add(call, call->args[0], call->args[1], IQ_KIND_DEVICE_MEMORY, NULL);
}

/* (address, bytes): the row has ended what is reserved at the address; more follows where mappings
 * have divided it.  What was mapped there once is no longer what the addresses were last. */
void iq_fx_vmm_unreserve(struct iq_call *call, int phase)
{
    struct iq_range range;
    uint64_t base = call->args[0], end = base + call->args[1];
    struct iq_call_ref ref = iq_call_ref_of(call);
    if (phase)
        iq_cuda_port.unreserves(call);
    if (!phase || call->result || end < base)
        return;
    for (uint64_t at = end; at > base && iq_range_find_below(at - 1, &range) && range.base >= base;
         at = range.base)
        if (range.kind == IQ_KIND_VMM_RANGE)
            iq_range_free(range.base, ref);
    if (iq_range_find_freed(base, &range) && range.kind != IQ_KIND_VMM_RANGE) {
        add(call, base, call->args[1], IQ_KIND_VMM_RANGE, NULL);
        iq_range_free(base, ref);
    }
}

void iq_fx_vmm_unmap(struct iq_call *call, int phase)
{
    struct iq_range range;
    uint64_t end = call->args[0] + call->args[1];
    iq_cuda_port.unmaps(call, phase);
    if (!phase || call->result)
        return;
    for (uint64_t at = call->args[0]; at < end && iq_range_find(at, &range);
         at = range.base + range.size)
        if (range.kind != IQ_KIND_VMM_RANGE && (range.base < call->args[0] || !range.size ||
                                                !iq_range_free(range.base, iq_call_ref_of(call))))
            return;
}

void iq_fx_register_fatbin(struct iq_call *call, int phase)
{
    if (phase && call->result)
        iq_name_add_image((uint64_t)call->result, (const void *)(uintptr_t)call->args[0]);
}

void iq_fx_unregister_fatbin(struct iq_call *call, int phase)
{
    if (phase)
        iq_name_remove_image(call->args[0]);
}

void iq_fx_register_function(struct iq_call *call, int phase)
{
    if (!phase || !call->args[3])
        return;
    iq_name_add_function(call->args[1], (const char *)(uintptr_t)call->args[3], call->args[0]);
    iq_kernel_forget(call->args[1]);
}

void iq_fx_register_var(struct iq_call *call, int phase)
{
    if (!phase || !call->args[3])
        return;
    iq_name_add_variable(call->args[1], call->args[5], (const char *)(uintptr_t)call->args[3],
                         call->args[0]);
}

static struct iq_handle *stream_handle(const struct iq_call *call)
{
    return iq_resolved_handle(call, 0, IQ_KIND_STREAM);
}

void iq_fx_capture_begin(struct iq_call *call, int phase)
{
    struct iq_handle *stream = stream_handle(call);
    if (!phase || call->result || !stream)
        return;
    stream->touched = iq_call_ref_of(call);
    if (!(__atomic_fetch_or(&stream->flags, IQ_HANDLE_CAPTURING, __ATOMIC_RELAXED) &
          IQ_HANDLE_CAPTURING))
        __atomic_fetch_add(&iq_core.captures, 1, __ATOMIC_RELAXED);
    iq_core.capture = stream->touched;
    iq_core.capture_stream = stream->value;
}

void iq_fx_capture_end(struct iq_call *call, int phase)
{
    struct iq_handle *stream = stream_handle(call);
    if (phase)
        iq_graph_capture_ended(call);
    if (!phase || !stream || call->result == CUDA_ERROR_ILLEGAL_STATE)
        return;
    if (__atomic_fetch_and(&stream->flags, (uint8_t)~IQ_HANDLE_CAPTURING, __ATOMIC_RELAXED) &
        IQ_HANDLE_CAPTURING)
        __atomic_fetch_sub(&iq_core.captures, 1, __ATOMIC_RELAXED);
}
