/* A point in the order of execution: an operation of a timeline, and all that came before it there.
 * It is how the rest asks whether work is known to be complete, whatever orders it: the vector
 * clocks (order/clock.h), or a front end whose waits may be known after the work
 * (api_vulkan/objects.h). Plain values; any thread, also in the handler of a signal. */
#ifndef IQ_ORDER_POINT_H
#define IQ_ORDER_POINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct iq_point {
    /* up to which operation the host knows the timeline to be complete; atomic.  NULL: no point */
    const uint64_t *reached;
    uint64_t tick;
};

/* Does the host know that this is complete?  [point] must be one. */
static inline bool iq_point_is_complete(struct iq_point point)
{
    return __atomic_load_n(point.reached, __ATOMIC_ACQUIRE) >= point.tick;
}

#endif
