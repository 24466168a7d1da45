#include "api_opencl/objects.h"

#include <dlfcn.h>
#include <string.h>

#include "api_opencl/enqueue.h"
#include "api_opencl/shared.h"
#include "call/call.h"
#include "call/plan.h"
#include "call/walk.h"
#include "process/caller.h"
#include "process/hostheap.h"
#include "process/hostmem.h"
#include "process/peek.h"

struct iq_handle *iq_cl_object(const struct iq_call *call, int arg)
{
    if (arg < 0 || !call->args[arg])
        return NULL;
    enum iq_kind kind = (enum iq_kind)call->entry->args[arg].kind;
    struct iq_handle *handle =
        arg < 8 && call->found[arg] ? call->found[arg] : iq_handle_find(kind, call->args[arg]);
    return handle && iq_kind_fits(kind, (enum iq_kind)handle->kind) && !iq_handle_is_dead(handle)
               ? handle
               : NULL;
}

void *iq_cl_details(struct iq_handle *handle, size_t size, size_t keep)
{
    return handle->details ? handle->details : iq_handle_details(handle, size, keep);
}

struct iq_handle *iq_cl_made(const struct iq_call *call, size_t size, size_t keep)
{
    int arg = call->entry->arg_count - 1;
    uint64_t value;
    if (arg < 0 || call->entry->args[arg].role != IQ_ROLE_NEW || !call->args[arg])
        return NULL;
    memcpy(&value, (const void *)(uintptr_t)call->args[arg], sizeof value);
    struct iq_handle *handle =
        value ? iq_handle_find((enum iq_kind)call->entry->args[arg].kind, value) : NULL;
    if (!handle || handle->kind != call->entry->args[arg].kind ||
        handle->created.number != call->number)
        return NULL;
    return iq_cl_details(handle, size, keep) ? handle : NULL;
}

struct iq_handle *iq_cl_made_event(const struct iq_call *call)
{
    int arg = call->plan->made_event;
    uint64_t value;
    if (arg < 0 || !call->args[arg])
        return NULL;
    memcpy(&value, (const void *)(uintptr_t)call->args[arg], sizeof value);
    struct iq_handle *event = value ? iq_handle_find(IQ_KIND_CL_EVENT, value) : NULL;
    return event && event->kind == IQ_KIND_CL_EVENT && event->created.number == call->number ? event
                                                                                             : NULL;
}

/* Comparing texts takes longer than all the rest of a map: what was looked for before is known by
 * where its name stands. */
int iq_cl_arg_named(const struct iq_call *call, const char *name)
{
    uint64_t at = (uint64_t)(uintptr_t)name,
             *known = &call->entry->plan->named[(at * 0x9e3779b97f4a7c15u) >> 61],
             word = __atomic_load_n(known, __ATOMIC_RELAXED);
    if (word >> 8 == at)
        return (int8_t)word;
    int arg = iq_entry_arg_named(call->entry, name);
    __atomic_store_n(known, at << 8 | (uint8_t)arg, __ATOMIC_RELAXED);
    return arg;
}

uint64_t iq_cl_value(const struct iq_call *call, const char *name)
{
    int arg = iq_cl_arg_named(call, name);
    return arg < 0 ? 0 : call->args[arg];
}

bool iq_cl_property(uint64_t list, int number, uint64_t pair[2])
{
    enum { MOST = 32, BYTES = 2 * sizeof *pair };
    return number < MOST && list &&
           iq_peek(pair, (uintptr_t)list + (size_t)number * BYTES, BYTES, true) && pair[0];
}

struct iq_handle *iq_cl_context_handle(struct iq_handle *handle)
{
    for (int depth = 0; handle && depth < 8; depth++, handle = handle->owner)
        if (handle->kind == IQ_KIND_CL_CONTEXT)
            return handle;
    return NULL;
}

bool iq_cl_is_driver_code(uintptr_t pc)
{
    Dl_info info;
    if (!dladdr((void *)pc, &info) || !info.dli_fname)
        return false;
    void *object = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    bool is = object && dlsym(object, "clIcdGetPlatformIDsKHR");
    if (object)
        dlclose(object);
    return is;
}

bool iq_cl_is_reused(const struct iq_range *freed, uint64_t address)
{
    struct iq_hostheap_block block;
    uint64_t bad;
    if (freed->kind != IQ_KIND_SVM_MEMORY && freed->kind != IQ_KIND_USM_MEMORY)
        return false;
    if (!iq_hostheap_is_active() || iq_hostheap_leaky) /* nobody knows whose it is */
        return iq_hostmem_check(address, 1, false, &bad) != IQ_HOSTMEM_UNREADABLE;
    return iq_hostheap_find(address, &block) == IQ_HOSTHEAP_LIVE &&
           !iq_cl_is_driver_code(iq_caller_pc(block.allocated));
}

const struct iq_cl_device *iq_cl_device_for(struct iq_handle *handle)
{
    const struct iq_cl_queue *queue = iq_cl_queue_of(handle);
    if (queue && queue->device)
        return iq_cl_device_of(queue->device);
    const struct iq_cl_context *context = iq_cl_context_of(iq_cl_context_handle(handle));
    return context && context->device_count == 1 && !context->more
               ? iq_cl_device_of(context->devices[0])
               : NULL;
}
