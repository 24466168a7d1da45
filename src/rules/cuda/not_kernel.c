/* See not_kernel.h. */
#include "rules/cuda/not_kernel.h"

#include "abi/cudart_abi.h"
#include "api_cuda/kernels.h"
#include "call/core.h"
#include "call/ledger.h"
#include "call/walk.h"
#include "rules/rules.h"

struct explain_not_kernel {
    uint64_t function; /* address in the host program */
};
static void explain_not_kernel(const struct iq_suspicion *suspicion, struct iq_call *call,
                               struct iq_words *words)
{
    uint64_t function = IQ_EVIDENCE(explain_not_kernel, suspicion)->function;
    const char *name = iq_guilty_name(suspicion, call), *kernel = iq_core_function_name(function);
    if (!function) {
        iq_str_printf(&words->message, "%s of %s is NULL", name, call->entry->name);
        iq_str_puts(&words->cause, "NULL is not a kernel");
        iq_str_puts(&words->fix, "pass the kernel's name, (const void *)kernel");
        return;
    }
    iq_str_printf(&words->message, "%s of %s is not a kernel", name, call->entry->name);
    if (call->result == cudaErrorInvalidDeviceFunction && kernel) {
        iq_str_printf(
            &words->cause,
            "%s is a registered kernel, but none of its embedded images runs on this device",
            kernel);
        iq_str_puts(&words->fix, "compile with -gencode for this device's architecture");
        return;
    }
    iq_str_printf(&words->cause, "0x%llx was not registered as a __global__ function; it is in %s",
                  (unsigned long long)function, iq_host_words(function));
    iq_str_puts(&words->fix,
                "pass a __global__ function of a program or library that is still loaded");
}

enum { INVALID_DEVICE_FUNCTION_BEFORE_10_1 = 8 };

/* The finding about the call that should have given the kernel just now, and left NULL; 0: none. */
static uint64_t failed_query(const struct iq_event *event)
{
    enum { JUST_NOW = 4 };
    struct iq_failure failure;
    bool found = iq_ledger_find(0, IQ_KIND_KERNEL, &failure) &&
                 failure.ref.thread == iq_thread_block->number &&
                 event->call->number - failure.ref.number <= JUST_NOW;
    return found ? failure.finding : 0;
}

void iq_suspect_not_kernel(const struct iq_event *event, uint64_t function,
                           struct iq_suspicion suspicion)
{
    if ((event->result != cudaErrorInvalidDeviceFunction &&
         event->result != CUDA_ERROR_INVALID_HANDLE &&
         event->result != INVALID_DEVICE_FUNCTION_BEFORE_10_1) ||
        (event->result == CUDA_ERROR_INVALID_HANDLE && iq_name_of_function(function)))
        return;
    suspicion.rule = function ? IQ_RULE_BAD_SYMBOL : IQ_RULE_NULL_POINTER;
    IQ_EXPLAIN(&suspicion, explain_not_kernel, .function = function);
    suspicion.folds_into = function ? 0 : failed_query(event);
    iq_suspect(&suspicion);
}
