#include "order/stall.h"

#include <stddef.h>

#include "base/locks.h"
#include "order/epoch.h"

bool iq_stall_is_wanted(const struct iq_timeline *timeline)
{
    return !timeline->capture && !timeline->stall.number;
}

void iq_stall_note(struct iq_timeline *timeline, struct iq_call_ref ref, uint64_t address)
{
    iq_clock_note_change();
    timeline->stall = ref;
    timeline->stall_address = address;
}

void iq_stall_written(uint64_t address)
{
    for (uint32_t i = 0; iq_clock_slot(i); i++)
        if (iq_clock_slot(i)->stall_address == address)
            iq_clock_slot(i)->stall.number = 0;
}

void iq_stall_forget(struct iq_timeline *timeline)
{
    if (timeline)
        timeline->stall.number = 0;
    for (uint32_t i = 0; !timeline && iq_clock_slot(i); i++)
        iq_clock_slot(i)->stall.number = 0;
}

bool iq_stall_find(uint64_t stream, struct iq_stall *stall)
{
    const struct iq_timeline *best = NULL;
    iq_lock(IQ_LOCK_ORDER);
    for (uint32_t i = 0; iq_clock_slot(i); i++) {
        const struct iq_timeline *timeline = iq_clock_slot(i);
        if (timeline->stall.number && (!best || timeline->stream == stream))
            best = timeline;
    }
    if (best)
        *stall = (struct iq_stall){ best->stall, best->stall_address };
    iq_unlock(IQ_LOCK_ORDER);
    return best;
}
