/* Operations that come again: their touches stay where they are kept, and one that repeats what its timeline does in turns is no other.
 * Owner and threads: as order/clock.h, which they are part of. */
#ifndef IQ_ORDER_TURN_H
#define IQ_ORDER_TURN_H

#include "base/hot.h"
#include "order/clock.h"

/* Where the touches of an operation that may come again are kept; .timeline NULL: nowhere. */
struct iq_clock_place { const struct iq_timeline *timeline; uint32_t at, era; };
static inline struct iq_clock_place iq_clock_place_of_last(const struct iq_timeline *timeline, uint32_t count)
{
    return (struct iq_clock_place){ timeline, timeline->count - count, timeline->era };
}
static inline bool iq_clock_is_kept(const struct iq_timeline *timeline, const struct iq_clock_place *place)
{
    return place->timeline == timeline && place->era == timeline->era && timeline->count - place->at <= IQ_TOUCHES;
}
/* It comes again, and touches what it did: [count] places from [at] on, which are kept. */
void iq_clock_touch_again(struct iq_timeline *timeline, uint32_t at, uint32_t count, struct iq_mark mark);

/* Stays the same while one timeline does nothing but what it did before, and nobody waits for that or learns of it: whatever was done under this number is
 * no other operation when it comes again.  From 1; any thread, no lock to ask. */
extern uint64_t iq_clock_turn IQ_HOT;      /* atomic */
static inline bool iq_clock_is_turn(uint64_t turn) { return __atomic_load_n(&iq_clock_turn, __ATOMIC_ACQUIRE) == turn; }

#endif
