#include "api_opencl/quick.h"

#include "base/hot.h"
#include "iq_entries.h"

__thread struct iq_quick_kernel iq_quick_kernel
    __attribute__((tls_model("initial-exec"))) = { .value = UINT64_MAX };
#define last iq_quick_kernel
__thread struct iq_quick_object iq_quick_objects[IQ_QUICK_OBJECTS]
    __attribute__((tls_model("initial-exec")));

static struct iq_cl_kernel *kernel_of(uint64_t value, uint32_t deaths)
{
    if (__builtin_expect(last.value == value && last.deaths == deaths, 1))
        return last.details;
    struct iq_handle *handle = iq_handle_find(IQ_KIND_CL_KERNEL, value);
    struct iq_cl_kernel *details = iq_cl_kernel_of(handle);
    if (!details || !details->known || iq_handle_is_dead(handle))
        return NULL;
    last.value = value;
    last.details = details;
    last.deaths = deaths;
    return details;
}

/* A live object of the right kind and context; that it is needs to be found out once. */
static bool is_good_object(const struct iq_cl_kernel *kernel, struct iq_cl_arg *arg, uint64_t word,
                           uint32_t deaths)
{
    if (word == arg->value && arg->good_at == deaths)
        return true;
    enum iq_kind wanted = arg->kind == IQ_CL_ARG_MEMORY ? IQ_KIND_CL_BUFFER : IQ_KIND_CL_IMAGE;
    const struct iq_handle *handle = word ? iq_handle_find(wanted, word) : NULL;
    return handle && handle->kind == wanted && handle->owner == kernel->context &&
           !iq_handle_is_dead(handle);
}

/* It looked right and the implementation thinks otherwise: the rules shall say why. */
IQ_COLD static void failed(const uint64_t args[4], struct iq_site site, cl_int result)
{
    struct iq_call call;
    iq_call_enter(&call, &iq_entries[IQ_ID_clSetKernelArg], args, site);
    call.answered = false;
    iq_call_leave(&call, result);
}

cl_int iq_quick_cl_set_arg_failed(const struct iq_quick_setting *setting, struct iq_site site,
                                  cl_int result)
{
    struct iq_thread *thread = iq_thread_block;
    struct iq_cl_arg *arg = setting->arg;
    uint64_t kernel = last.value;
    const struct iq_cl_kernel *details = iq_cl_kernel_of(iq_handle_find(IQ_KIND_CL_KERNEL, kernel));
    thread->call_number -= thread->call_number == arg->ref.number;
    thread->calls--;
    arg->value = setting->value;
    arg->good_at = 0;
    arg->ref.number = setting->number;
    if (details && arg >= details->args && arg < details->args + details->arg_count)
        failed((uint64_t[]){ kernel, (uint64_t)(arg - details->args), arg->size,
                             (uint64_t)(uintptr_t)setting->given },
               site, result);
    return result;
}

bool iq_quick_cl_set_arg(cl_kernel kernel, cl_uint index, size_t size, const void *value,
                         cl_int (*real)(cl_kernel, cl_uint, size_t, const void *),
                         struct iq_site site, cl_int *result)
{
    struct iq_thread *thread = iq_thread_block;
    if (!thread || iq_call_is_inside() || iq_core.each_call || !iq_core.started || !value)
        return false;
    uint32_t deaths = __atomic_load_n(&iq_handle_deaths, __ATOMIC_ACQUIRE);
    struct iq_cl_kernel *details = kernel_of((uint64_t)(uintptr_t)kernel, deaths);
    if (!details || index >= details->arg_count)
        return false;
    struct iq_cl_arg *arg = &details->args[index];
    bool object = arg->kind == IQ_CL_ARG_MEMORY || arg->kind == IQ_CL_ARG_IMAGE;
    uint64_t word = 0;
    if (size == 8)
        memcpy(&word, value, 8);
    else if (size == 4)
        memcpy(&word, value, 4);
    if (object ? size != 8 || !is_good_object(details, arg, word, deaths)
               : arg->kind != IQ_CL_ARG_VALUE || (arg->bytes && size != arg->bytes))
        return false;
    *result = real(kernel, index, size, value);
    if (__builtin_expect(*result != 0, 0)) {
        failed((uint64_t[]){ (uint64_t)(uintptr_t)kernel, index, size, (uint64_t)(uintptr_t)value },
               site, *result);
        return true;
    }
    if (object && (arg->value != word || arg->by_address))
        __atomic_add_fetch(&details->changes, 1, __ATOMIC_RELEASE);
    if (object)
        *iq_quick_object_of(word) =
            (struct iq_quick_object){ word, details->context, deaths, arg->kind };
    details->settings += arg->value != word;
    arg->value = word;
    arg->good_at = deaths;
    arg->set = true;
    arg->by_address = false;
    arg->size = size;
    arg->quick = size == 4 || size == 8 ? thread->number : 0;
    arg->ref = (struct iq_call_ref){ .number = iq_core_count_call(thread),
                                     .entry = &iq_entries[IQ_ID_clSetKernelArg],
                                     .thread = thread->number };
    return true;
}
