/* Does the program look at what a call returned?  Judged by the instructions behind the call.
 * Stateless; any thread.  x86-64 only: elsewhere nothing is known. */
#ifndef IQ_CORE_DROPPED_H
#define IQ_CORE_DROPPED_H

#include <stdbool.h>
#include <stdint.h>

/* True only if the code at [pc], where a call returns to, certainly overwrites the result (eax) before anything reads it.  False: something reads it,
 * or that cannot be told (a branch, the end of the function, an instruction that is not known). */
bool iq_result_is_dropped(uint64_t pc);

#endif
