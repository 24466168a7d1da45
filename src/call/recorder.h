/* --record: the last outermost calls, in a ring that lies in the trace file and so survives
 * whatever ends the process.  Threads: any; a call takes a place of its own and no lock. */
#ifndef IQ_CALL_RECORDER_H
#define IQ_CALL_RECORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "call/call.h"

/* Calls are recorded; set once, before the first one. */
extern bool iq_recorder_wanted;

/* Once the trace is open. */
void iq_recorder_start(void);

/* The time for a start_ns and for findings.  Of calls on several threads, those of which one had to
 * end before the other began are in that order, which their reproduction goes by. */
uint64_t iq_recorder_now_ns(void);

/* [call], which is outermost and has a start_ns, is back. */
void iq_recorder_leave(struct iq_call *call);

/* The child has a trace of its own, in which it records anew. */
void iq_recorder_after_fork(void);

#endif
