/* callback-blocks: calls of CUDA from a host function that a stream or a graph runs. */
#include "abi/cuda_abi.h"
#include "order/guard.h"
#include "order/stall.h"
#include "rules/rules.h"

static void explain_host_function(const struct iq_suspicion *suspicion, struct iq_call *call,
                                  struct iq_words *words)
{
    (void)suspicion;
    iq_str_printf(&words->message, "%s is called inside a host function, which must not call CUDA",
                  call->entry->name);
    iq_str_puts(
        &words->cause,
        "a stream or a graph runs the function (cudaLaunchHostFunc, cudaStreamAddCallback, cudaGraphAddHostNode, cuLaunchHostFunc) on a thread of the driver, and the stream waits until the function returns: the driver refuses every call there, so this one had no effect");
    iq_str_puts(
        &words->fix,
        "let the function only set a flag or wake another thread, and call CUDA there; or make the call after cudaStreamSynchronize, and free memory in stream order with cudaFreeAsync");
}

/* 800 has other reasons, too, but none that a thread of the driver makes more likely. */
static void check_host_function(const struct iq_event *event)
{
    if (event->result != CUDA_ERROR_NOT_PERMITTED || !iq_guard_on_device_thread())
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_CALLBACK_BLOCKS, IQ_RANK_CONTEXT, -1);
    struct iq_stall stall;
    suspicion.explain = explain_host_function;
    if (iq_stall_find(0, &stall) && !stall.address) {
        suspicion.related[0].what = "a host function was enqueued here";
        suspicion.related[0].ref = stall.ref;
    }
    iq_suspect(&suspicion);
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(BEGIN), IQ_PHASE_FAILED, check_host_function, .apis = IQ_CUDA },
};
const struct iq_rule_family iq_rules_host_function = { "host function", subscriptions,
                                                       IQ_COUNT_OF(subscriptions) };
