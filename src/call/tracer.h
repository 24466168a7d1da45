/* One line per outermost call on a file descriptor, like strace (option of `inquest trace`).
 * Threads: any; a line is one write. */
#ifndef IQ_CALL_TRACER_H
#define IQ_CALL_TRACER_H

#include "call/call.h"

/* Once the options are known. */
void iq_tracer_start(void);

void iq_tracer_leave(struct iq_call *call);

/* The process ends: the table, if one is wanted. */
void iq_tracer_finish(void);

/* The child counts its own calls. */
void iq_tracer_after_fork(void);

#endif
