/* Does the program look at what a call returned?  Judged by the instructions after the call.
 * Stateless; any thread. */
#ifndef IQ_PROCESS_RESULT_USE_H
#define IQ_PROCESS_RESULT_USE_H

#include <stdint.h>

enum iq_result_use {
    /* an instruction that is not known, too many branches, no more callers */
    IQ_RESULT_UNKNOWN,
    IQ_RESULT_READ,  /* on some way something reads it, be it only to keep it */
    IQ_RESULT_UNUSED /* on every way it is overwritten before anything reads it */
};

/* The same of the first argument of the function whose thunk leads to [patch] (arch/code.h). */
typedef enum iq_result_use iq_result_taker(uintptr_t patch);

/* What becomes of the result of a call that returns to [pcs][0]; a function that hands it on
 * returns to [pcs][1], and so on, [count] of them.  Where the result is the next call's first
 * argument, it is followed into that function; [takes] is asked of redirected ones. */
enum iq_result_use iq_result_use_of(const uintptr_t *pcs, uint32_t count, iq_result_taker *takes);

#endif
