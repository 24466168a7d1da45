#include "order/told.h"

#include <stddef.h>

#include "base/memory.h"

bool iq_told_is_wanted(const struct iq_timeline *timeline) { return !timeline->capture && !timeline->told.number; }

void iq_told_note(struct iq_timeline *timeline, struct iq_mark mark, uint64_t address)
{
    timeline->told = mark;
    timeline->told_address = address;
}

void iq_told_written(uint64_t address)
{
    for (uint32_t i = 0; iq_clock_slot(i); i++)
        if (iq_clock_slot(i)->told_address == address)
            iq_clock_slot(i)->told.number = 0;
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
