/* Copies from and to variables of the program: globals and what lies in stack frames.  How large a
 * variable is, and where its block ends, only debug information knows, which the launcher reads.
 * Here what it will need is written down, once per place, address and size, as an unproven finding.
 * Owner: core, per thread.  Threads: the calling one.  Fork: the child keeps the forking thread's
 * memory of what it has asked. */
#ifndef IQ_CALL_VARIABLE_H
#define IQ_CALL_VARIABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "call/call.h"
#include "call/rule.h"
#include "call/thread.h"
#include "order/point.h"

/* READ or WRITE of ordinary host memory that is in no table, before the call. */
void iq_variable_look(const struct iq_event *event);

/* The call failed: nothing was copied. */
void iq_variable_failed(struct iq_thread *thread);

/* May [address] be in a frame of the calling thread? */
static inline bool iq_variable_is_near(uint64_t address)
{
    return address - (uint64_t)(uintptr_t)__builtin_frame_address(0) < 8u << 20;
}

/* The block of a thread that has ended is [thread]'s now: what that one asked, and what it had in
 * flight, is forgotten. */
void iq_variable_begin_again(struct iq_thread *thread);

/* [work], enqueued by [call], uses argument [arg], which is in a frame. */
void iq_variable_in_flight(struct iq_thread *thread, struct iq_call *call, int arg,
                           struct iq_point work);

/* Another call begins, which the host may wait in ([waits]): have frames with work in flight ended?
 * Only if thread->frames_in_flight. */
void iq_variable_review(struct iq_thread *thread, struct iq_call *call, bool waits);

#endif
