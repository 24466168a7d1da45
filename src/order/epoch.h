/* Operations that are made again and again: their accesses stay where the timeline keeps them, and
 * as long as an epoch lasts, the same operation once more changes no answer.
 Owner and threads: as order/clock.h, which they are part
 * of. */
#ifndef IQ_ORDER_EPOCH_H
#define IQ_ORDER_EPOCH_H

#include "base/hot.h"
#include "order/clock.h"

/* Where the accesses of an operation that may come again are kept; .timeline NULL: nowhere. */
struct iq_clock_place {
    const struct iq_timeline *timeline;
    uint32_t at, era;
};
static inline struct iq_clock_place iq_clock_place_of_last(const struct iq_timeline *timeline,
                                                           uint32_t count)
{
    return (struct iq_clock_place){ timeline, timeline->count - count, timeline->era };
}
static inline bool iq_clock_is_kept(const struct iq_timeline *timeline,
                                    const struct iq_clock_place *place)
{
    return place->timeline == timeline && place->era == timeline->era &&
           timeline->count - place->at <= IQ_ACCESSES;
}
/* An operation is made once more with the [count] accesses that are kept from [at] on. */
void iq_clock_access_again(struct iq_timeline *timeline, uint32_t at, uint32_t count,
                           struct iq_call_ref ref);

/* An operation with [accesses] is made once more: where they are kept only their time is new, else
 * they are kept from now on, at *place. */
static inline void iq_clock_access_kept(struct iq_timeline *timeline, struct iq_clock_place *place,
                                        struct iq_access *accesses, uint32_t count,
                                        struct iq_call_ref ref)
{
    if (iq_clock_is_kept(timeline, place)) {
        iq_clock_access_again(timeline, place->at, count, ref);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        accesses[i].ref = ref;
    iq_clock_access_all(timeline, accesses, (int)count);
    *place = iq_clock_place_of_last(timeline, count);
}

/* Number of the epoch: it stays the same while one timeline does nothing but what it did before,
 * and nobody waits for that or learns of it.  An operation that was made in this epoch counts as
 * the same one when it is made once more. From 1; any thread, no lock to ask. */
extern uint64_t iq_clock_epoch IQ_HOT; /* atomic */
static inline bool iq_clock_is_epoch(uint64_t epoch)
{
    return __atomic_load_n(&iq_clock_epoch, __ATOMIC_ACQUIRE) == epoch;
}

/* Ends the epoch: the next operation counts as new, even if it was made before.  IQ_LOCK_ORDER
 * held. */
static inline void iq_clock_end_epoch(void)
{
    __atomic_store_n(&iq_clock_epoch, iq_clock_epoch + 1, __ATOMIC_RELEASE);
}

/* The operation with the [count] accesses from [at] on, or the one kept as [later], which was made
 * in this epoch, is made once more: only its time and its call are new. */
static inline void iq_clock_access_in_epoch(struct iq_timeline *timeline, uint32_t at,
                                            uint32_t count, struct iq_call_ref ref)
{
    uint64_t tick = ++timeline->tick;
    for (uint32_t i = at; i != at + count; i++) {
        timeline->spans[i % IQ_ACCESSES].tick = tick;
        timeline->accesses[i % IQ_ACCESSES].ref = ref;
    }
}
static inline void iq_clock_later_in_epoch(struct iq_timeline *timeline, struct iq_later *later,
                                           struct iq_call_ref ref)
{
    uint64_t tick = ++timeline->tick;
    timeline->later_spans[later - timeline->laters].tick = tick;
    timeline->kernel_tick = tick;
    later->ref = ref;
}

/* Changes whenever what was known to be complete may have news although its flag says that it still
 * is: plain, IQ_LOCK_ORDER held; to be read by any thread. */
extern uint32_t iq_clock_changes IQ_HOT; /* atomic */
static inline void iq_clock_note_change(void)
{
    __atomic_store_n(&iq_clock_changes, iq_clock_changes + 1, __ATOMIC_RELEASE);
}

#endif
