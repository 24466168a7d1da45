/* What every command that is put into a queue has in common: what it waits for, what it touches,
 * when it is over.
 * Threads: any; a short lock, never while the implementation runs. */
#ifndef IQ_API_OPENCL_ENQUEUE_H
#define IQ_API_OPENCL_ENQUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "call/call.h"
#include "model/handle.h"

/* The part of a command's effects that all of them share; [phase] as for effects. */
void iq_cl_enqueue(struct iq_call *call, int phase);

/* [call], about to be forwarded, is the same as its .cached_command.  Was that all that has
 * happened since? Then it stands for both, and [call] is settled. */
bool iq_cl_enqueue_in_turn(struct iq_call *call);

/* Does [call], a command, return only when it is over? */
bool iq_cl_is_blocking(const struct iq_call *call);

/* The event that [call] has just made for its command; NULL: none was asked for. */
struct iq_handle *iq_cl_made_event(const struct iq_call *call);

/* effects_launch.c: how many work-items a launch has. */
struct iq_cl_shape {
    uint32_t dimensions, given;
    uint64_t sizes[3][3]; /* of each dimension offset, global and local size */
    bool empty;           /* no work-items at all: it does nothing */
    bool at_start;        /* its first work-item has number 0 in all dimensions */
    uint64_t items;       /* 0 unknown */
};
const struct iq_cl_shape *iq_cl_launch_shape(const struct iq_call *call);

/* Has [call] got the sizes of [shape], a launch with the same arguments NULL?  Is its kernel one
 * whose faults come only with what is seen to change? */
bool iq_cl_launch_is_like(const struct iq_call *call, const struct iq_cl_shape *shape);
bool iq_cl_launch_is_steady(const struct iq_call *call);

/* The host has learnt that [event] is over. */
void iq_cl_event_is_over(const struct iq_handle *event);

/* The host has learnt of an end that no event stands for: whatever was enqueued counts as over. */
void iq_cl_all_is_over(void);

/* effects_map.c: what the call that has returned mapped; both 0: not known. */
void iq_cl_map_place(const struct iq_call *call, uint64_t *lo, uint64_t *hi);

/* effects_event.c: events that depend on user events, and calls that wait for them. */
void iq_cl_event_enqueued(struct iq_call *call, int phase);
void iq_cl_event_waited(struct iq_call *call, int phase);
void iq_cl_event_finish(struct iq_call *call, int phase);

/* The user event, not set yet, that [call] will wait for; *arg gets the argument that leads to it,
 * or -1.  NULL: none is known. */
const struct iq_handle *iq_cl_event_waits_for(const struct iq_call *call, int *arg);

/* [lo, hi) goes away by argument [arg] of [call], which waits for nothing: reports commands that
 * may still use it.  True if any do. */
bool iq_cl_freed_in_flight(struct iq_call *call, int arg, uint64_t lo, uint64_t hi);

#endif
