/* The usual case of calls that implementations answer in a few nanoseconds, done without a call
 * record.
 * Threads: any; no lock. */
#ifndef IQ_API_OPENCL_QUICK_H
#define IQ_API_OPENCL_QUICK_H

#include <stdbool.h>
#include <string.h>

#include "abi/opencl_abi.h"
#include "api_opencl/objects.h"
#include "call/call.h"
#include "call/core.h"
#include "call/thread.h"

/* The kernel of the thread's last call: it is the same and good as long as nothing dies, and core
 * has started and asks nothing of each call as long as that holds. */
struct iq_quick_kernel {
    uint64_t value;
    struct iq_cl_kernel *details;
    uint32_t deaths; /* iq_handle_deaths */
};
extern __thread struct iq_quick_kernel iq_quick_kernel
    __attribute__((tls_model("initial-exec"), visibility("hidden")));

/* A call that is under way, and what was noted of its argument before. */
struct iq_quick_setting {
    cl_kernel kernel;
    const void *given;
    struct iq_cl_arg *arg;
    uint64_t value, number;
};

/* clSetKernelArg with arguments that are right as far as is known: calls [real], notes the
 * argument, and stores what the program gets.  False: nothing has been done, the call needs a
 * look. */
bool iq_quick_cl_set_arg(cl_kernel kernel, cl_uint index, size_t size, const void *value,
                         cl_int (*real)(cl_kernel, cl_uint, size_t, const void *),
                         struct iq_site site, cl_int *result);

/* The call has failed with [result], for all that: takes back what was noted, and lets the rules
 * say why.  Returns [result]. */
cl_int iq_quick_cl_set_arg_failed(const struct iq_quick_setting *setting, struct iq_site site,
                                  cl_int result);

/* The objects that this thread found to be good for an argument last, by a hash. */
enum { IQ_QUICK_OBJECTS = 16 };
struct iq_quick_object {
    uint64_t value;
    const struct iq_handle *context;
    uint32_t deaths;
    uint8_t kind; /* enum iq_cl_arg_kind */
};
extern __thread struct iq_quick_object iq_quick_objects[IQ_QUICK_OBJECTS]
    __attribute__((tls_model("initial-exec"), visibility("hidden")));
static inline struct iq_quick_object *iq_quick_object_of(uint64_t word)
{
    _Static_assert(IQ_QUICK_OBJECTS == 1 << (64 - 60), "the upper bits choose");
    return &iq_quick_objects[word * 0x9e3779b97f4a7c15u >> 60];
}

/* Is object [word] known to be good for [arg] of [kernel]?  Then the argument becomes it. */
static inline bool iq_quick_cl_is_known(struct iq_cl_kernel *kernel, struct iq_cl_arg *arg,
                                        uint64_t word, uint32_t deaths)
{
    const struct iq_quick_object *object = iq_quick_object_of(word);
    if (object->value != word || object->deaths != deaths || object->context != kernel->context ||
        object->kind != arg->kind || arg->by_address)
        return false;
    __atomic_add_fetch(&kernel->changes, 1, __ATOMIC_RELEASE);
    arg->good_at = deaths;
    return true;
}

/* The same of an argument that this thread has set in the same way before, to this value or to an
 * object that is known to be good: notes it.  The real function is to be called next.  False:
 * nothing has been done.  Part of the wrapper: implementations need few instructions more. */
static inline bool iq_quick_cl_set_arg_again(cl_kernel kernel, cl_uint index, size_t size,
                                             const void *value, struct iq_quick_setting *setting)
{
    struct iq_thread *thread = iq_thread_block;
    const struct iq_quick_kernel *last = &iq_quick_kernel;
    if (last->value != (uint64_t)(uintptr_t)kernel ||
        last->deaths != __atomic_load_n(&iq_handle_deaths, __ATOMIC_ACQUIRE) || !thread ||
        (uintptr_t)iq_call_here.top | iq_call_here.query >> 1 | iq_call_here.passed || !value ||
        thread->call_number == thread->last_number || index >= last->details->arg_count)
        return false;
    struct iq_cl_arg *arg = &last->details->args[index];
    if (arg->quick != thread->number || arg->size != size)
        return false;
    uint64_t word = 0, before = arg->value;
    if (size == 4)
        memcpy(&word, value, 4);
    else
        memcpy(&word, value, 8);
    if (arg->kind != IQ_CL_ARG_VALUE && (word != before || arg->good_at != last->deaths) &&
        !iq_quick_cl_is_known(last->details, arg, word, last->deaths))
        return false;
    setting->kernel = kernel;
    setting->given = value;
    setting->arg = arg;
    setting->value = before;
    setting->number = arg->ref.number;
    last->details->settings += word != before;
    arg->value = word;
    arg->ref.number = ++thread->call_number;
    thread->calls++; /* the trace hears of it with the next call that has a record */
    return true;
}

#endif
