#include "core/opencl/quick.h"

#include <string.h>

#include "core/core.h"
#include "core/opencl/objects.h"
#include "iq_entries.h"

/* Nothing to say about: a value of the right size, a live object of the right kind and context. */
static bool is_good(const struct iq_cl_kernel *kernel, const struct iq_cl_arg *arg, size_t size, const void *value)
{
    uint64_t word;
    if (arg->kind == IQ_CL_ARG_VALUE)
        return value && (!arg->bytes || size == arg->bytes);
    if ((arg->kind != IQ_CL_ARG_MEMORY && arg->kind != IQ_CL_ARG_IMAGE) || size != sizeof word || !value)
        return false;
    memcpy(&word, value, sizeof word);
    enum iq_kind wanted = arg->kind == IQ_CL_ARG_MEMORY ? IQ_KIND_CL_BUFFER : IQ_KIND_CL_IMAGE;
    const struct iq_handle *handle = word ? iq_handle_find(wanted, word) : NULL;
    return handle && handle->kind == wanted && handle->owner == kernel->context && !iq_handle_is_dead(handle);
}

/* It looked right and the implementation thinks otherwise: the rules shall say why. */
static void failed(const uint64_t args[4], struct iq_site site, cl_int result)
{
    struct iq_call call;
    iq_call_enter(&call, &iq_entries[IQ_ID_clSetKernelArg], args, site);
    call.answered = false;
    iq_call_leave(&call, result);
}

bool iq_quick_cl_set_arg(cl_kernel kernel, cl_uint index, size_t size, const void *value, cl_int (*real)(cl_kernel, cl_uint, size_t, const void *),
                         struct iq_site site, cl_int *result)
{
    struct iq_thread *thread = iq_thread_block;
    if (!thread || iq_call_top || iq_core.config.trace_fd >= 0 || !iq_core.started)
        return false;
    struct iq_handle *handle = iq_handle_find(IQ_KIND_CL_KERNEL, (uint64_t)(uintptr_t)kernel);
    struct iq_cl_kernel *details = iq_cl_kernel_of(handle);
    if (!details || !details->known || index >= details->arg_count || iq_handle_is_dead(handle))
        return false;
    struct iq_cl_arg *arg = &details->args[index];
    if (!is_good(details, arg, size, value))
        return false;
    *result = real(kernel, index, size, value);
    if (__builtin_expect(*result != 0, 0)) {
        failed((uint64_t[]){ (uint64_t)(uintptr_t)kernel, index, size, (uint64_t)(uintptr_t)value }, site, *result);
        return true;
    }
    uint64_t word = 0;
    if (size == 8)
        memcpy(&word, value, 8);
    else if (size == 4)
        memcpy(&word, value, 4);
    if (arg->kind != IQ_CL_ARG_VALUE && (arg->value != word || arg->by_address))
        __atomic_store_n(&details->good_since, 0, __ATOMIC_RELAXED);
    arg->value = word;
    arg->set = true;
    arg->by_address = false;
    arg->size = size;
    arg->mark.number = iq_core_count_call(thread);
    arg->mark.entry = &iq_entries[IQ_ID_clSetKernelArg];
    arg->mark.stack = 0;
    arg->mark.thread = thread->number;
    return true;
}
