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

/* What clSetKernelArg gives: */
enum iq_quick_news {
    IQ_QUICK_KNOWN,  /* what this thread gave before, or a number */
    IQ_QUICK_OTHER,  /* another object, maybe a known one */
    IQ_QUICK_UNKNOWN /* something that needs a look */
};

/* Notes that [arg] of the thread's last kernel becomes [word], which was [given]. */
static inline void iq_quick_cl_note(const void *given, struct iq_cl_arg *arg, uint64_t word,
                                    struct iq_quick_setting *setting)
{
    struct iq_thread *thread = iq_thread_block;
    setting->given = given;
    setting->arg = arg;
    setting->value = arg->value;
    setting->number = arg->ref.number;
    if (arg->value != word)
        iq_quick_kernel.details->settings++;
    arg->value = word;
    arg->ref.number = ++thread->call_number;
    thread->calls++; /* the trace hears of it with the next call that has a record */
}

/* What does the call give, if this thread has set the argument in the same way before?  What is
 * known is noted, and the real function is to be called next; else nothing has been done.  Part of
 * the wrapper: implementations need few instructions more, and so it makes do with the registers
 * that need not be saved. */
static inline enum iq_quick_news iq_quick_cl_set_arg_again(cl_kernel kernel, cl_uint index,
                                                           size_t size, const void *value,
                                                           struct iq_quick_setting *setting)
{
    const struct iq_quick_kernel *last = &iq_quick_kernel;
    uint32_t deaths = __atomic_load_n(&iq_handle_deaths, __ATOMIC_ACQUIRE);
    if (last->value != (uint64_t)(uintptr_t)kernel || last->deaths != deaths ||
        iq_call_here.query | iq_call_here.passed || !value)
        return IQ_QUICK_UNKNOWN;
    const struct iq_thread *thread = iq_thread_block; /* there is one where .query may be 0 */
    if (thread->call_number == thread->last_number || index >= last->details->arg_count)
        return IQ_QUICK_UNKNOWN;
    struct iq_cl_arg *arg = &last->details->args[index];
    if (arg->quick != thread->number || arg->size != size)
        return IQ_QUICK_UNKNOWN;
    uint64_t word = 0;
    if (size == 4)
        memcpy(&word, value, 4);
    else
        memcpy(&word, value, 8);
    if (arg->kind != IQ_CL_ARG_VALUE && (word != arg->value || arg->good_at != deaths))
        return IQ_QUICK_OTHER;
    iq_quick_cl_note(value, arg, word, setting);
    return IQ_QUICK_KNOWN;
}

/* The same after IQ_QUICK_OTHER: is it one of the objects that this thread found to be good? */
static inline enum iq_quick_news iq_quick_cl_set_arg_other(cl_uint index, const void *value,
                                                           struct iq_quick_setting *setting)
{
    struct iq_cl_kernel *details = iq_quick_kernel.details;
    uint32_t deaths = iq_quick_kernel.deaths;
    struct iq_cl_arg *arg = &details->args[index];
    uint64_t word;
    if (arg->size != sizeof word)
        return IQ_QUICK_UNKNOWN;
    memcpy(&word, value, sizeof word);
    const struct iq_quick_object *object = iq_quick_object_of(word);
    if (object->value != word || object->deaths != deaths || object->context != details->context ||
        object->kind != arg->kind || arg->by_address)
        return IQ_QUICK_UNKNOWN;
    __atomic_add_fetch(&details->changes, 1, __ATOMIC_RELEASE);
    arg->good_at = deaths;
    iq_quick_cl_note(value, arg, word, setting);
    return IQ_QUICK_KNOWN;
}

#endif
