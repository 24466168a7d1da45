#include "order/told.h"

#include "call/core.h"
#include "base/memory.h"

void iq_told_note(struct iq_call *call, struct iq_timeline *timeline)
{
    bool writes = call->entry->flow == IQ_FLOW_WRITE_VALUE, waits = call->entry->flow == IQ_FLOW_WAIT_VALUE;
    uint64_t address = (writes || waits) && call->entry->arg_count > 1 ? call->args[1] : 0;
    for (uint32_t i = 0; writes && iq_clock_slot(i); i++)
        if (iq_clock_slot(i)->told_address == address)
            iq_clock_slot(i)->told.number = 0;
    if (timeline->capture || timeline->told.number || !(waits || call->entry->flow == IQ_FLOW_HOST_FUNCTION))
        return;
    timeline->told = iq_call_mark(call);
    timeline->told_address = address;
}

void iq_told_forget(struct iq_timeline *timeline)
{
    if (timeline)
        timeline->told.number = 0;
    for (uint32_t i = 0; !timeline && iq_clock_slot(i); i++)
        iq_clock_slot(i)->told.number = 0;
}

bool iq_told_find(uint64_t stream, struct iq_told *told)
{
    const struct iq_timeline *best = NULL;
    iq_lock(IQ_LOCK_ORDER);
    for (uint32_t i = 0; iq_clock_slot(i); i++) {
        const struct iq_timeline *timeline = iq_clock_slot(i);
        if (timeline->told.number && (!best || timeline->stream == stream))
            best = timeline;
    }
    if (best)
        *told = (struct iq_told){ best->told, best->told_address };
    iq_unlock(IQ_LOCK_ORDER);
    return best;
}
