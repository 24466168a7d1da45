/* What every command that is put into a queue has in common: what it waits for, what it touches, when it is over.
 * Threads: any; a short lock, never while the implementation runs. */
#ifndef IQ_CORE_OPENCL_ENQUEUE_H
#define IQ_CORE_OPENCL_ENQUEUE_H

#include "core/call.h"

/* The part of a command's effects that all of them share; [phase] as for effects. */
void iq_cl_enqueue(struct iq_call *call, int phase);

#endif
