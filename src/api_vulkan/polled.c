#include "api_vulkan/polled.h"

#include "base/now.h"
#include "call/cause.h"
#include "call/event.h"
#include "call/findings.h"
#include "call/rule.h"
#include "call/thread.h"

static const uint64_t long_wait_ns = 100000000, long_poll_ns = 1000000000;

static uint64_t cause_of(const struct iq_handle *handle)
{
    return iq_cause(IQ_CAUSE_POLLED, iq_handle_cause(handle));
}

void iq_vk_polled_forget(const struct iq_handle *handle, struct iq_vk_polled *polled)
{
    if (polled->reported)
        iq_findings_demote(iq_findings_of_cause(cause_of(handle)), IQ_NOTE);
    *polled = (struct iq_vk_polled){ 0 };
}

void iq_vk_polled_query(struct iq_call *call, struct iq_vk_polled *polled)
{
    bool again = polled->number && polled->number + 1 == call->number;
    polled->count = again ? polled->count + 1 : 1;
    polled->since_ns = again ? polled->since_ns : iq_now_ns();
    polled->waited_ns = again ? polled->waited_ns : 0;
    polled->number = call->number;
}

void iq_vk_polled_answer(struct iq_call *call, int arg, const struct iq_handle *handle,
                         struct iq_vk_polled *polled, uint64_t timeout_ns)
{
    enum { MANY = 16 };
    if (polled->reported || polled->number != call->number)
        return;
    polled->waited_ns += timeout_ns;
    bool waited = polled->waited_ns >= long_wait_ns,
         asked = polled->count >= MANY && iq_now_ns() - polled->since_ns >= long_poll_ns;
    if (!waited && !asked)
        return;
    struct iq_event event = { .verb = IQ_VERB_WAIT,
                              .phase = IQ_PHASE_BEFORE,
                              .call = call,
                              .arg = arg,
                              .role = &call->entry->args[arg],
                              .value = handle->value,
                              .handle = handle,
                              .kind = (enum iq_kind)handle->kind,
                              .wait.cause = cause_of(handle) };
    polled->reported = true;
    iq_rule_dispatch(&event);
    iq_thread_block->ahead = 0;
}
