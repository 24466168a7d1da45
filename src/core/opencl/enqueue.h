/* What every command that is put into a queue has in common: what it waits for, what it touches, when it is over.
 * Threads: any; a short lock, never while the implementation runs. */
#ifndef IQ_CORE_OPENCL_ENQUEUE_H
#define IQ_CORE_OPENCL_ENQUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/call.h"
#include "core/handle.h"

/* The part of a command's effects that all of them share; [phase] as for effects. */
void iq_cl_enqueue(struct iq_call *call, int phase);

/* Does [call], a command, return only when it is over? */
bool iq_cl_is_blocking(const struct iq_call *call);

/* The event that [call] has just made for its command; NULL: none was asked for. */
struct iq_handle *iq_cl_made_event(const struct iq_call *call);

/* effects_launch.c: a launch over no work-items at all, which does nothing. */
bool iq_cl_launch_is_empty(const struct iq_call *call);

/* Does its first work-item have number 0 in all dimensions? */
bool iq_cl_launch_is_at_start(const struct iq_call *call);

/* The host has learnt that [event] is over. */
void iq_cl_event_is_over(const struct iq_handle *event);

/* It has learnt of an end that nothing here stands for: whatever was enqueued counts as over. */
void iq_cl_all_is_over(void);

/* effects_map.c: what the call that has returned mapped; both 0: not known. */
void iq_cl_map_place(const struct iq_call *call, uint64_t *lo, uint64_t *hi);

/* effects_event.c: events that depend on user events, and calls that wait for them. */
void iq_cl_event_enqueued(struct iq_call *call, int phase);
void iq_cl_event_waited(struct iq_call *call, int phase);
void iq_cl_event_finish(struct iq_call *call, int phase);

/* The user event, not set yet, that [call] will wait for; *arg gets the argument that leads to it, or -1.  NULL: none is known. */
const struct iq_handle *iq_cl_event_waits_for(const struct iq_call *call, int *arg);

/* [lo, hi) goes away by argument [arg] of [call], which waits for nothing: reports commands that may still use it.  True if any do. */
bool iq_cl_freed_in_flight(struct iq_call *call, int arg, uint64_t lo, uint64_t hi);

#endif
