/* Does the program look at what a call returned?  Judged by the instructions behind the call.
 * Stateless; any thread.  x86-64 only: elsewhere nothing is known. */
#ifndef IQ_PROCESS_DROPPED_H
#define IQ_PROCESS_DROPPED_H

#include <stdint.h>

enum iq_fate {
    IQ_FATE_UNKNOWN,            /* an instruction that is not known, too many branches, no more callers */
    IQ_FATE_READ,               /* on some way something reads it, be it only to keep it */
    IQ_FATE_DROPPED             /* on every way it is overwritten before anything reads it */
};

/* What becomes of the result (eax) of a call that returns to [pcs][0]; a function that hands it on returns to [pcs][1], and so on, [count] of them. */
enum iq_fate iq_result_fate(const uintptr_t *pcs, uint32_t count);

#endif
