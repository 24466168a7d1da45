/* Does the program compare what a call returned with one code?  Judged by the instructions behind
 * the call.  Stateless; any thread.  x86-64 only: elsewhere nothing is known. */
#ifndef IQ_PROCESS_COMPARED_H
#define IQ_PROCESS_COMPARED_H

#include <stdbool.h>
#include <stdint.h>

/* Is the result (eax) of a call that returns to [pcs][0] compared with [code] before long, be it
 * out of a variable?  A function that hands it on returns to [pcs][1], and so on, [count] of
 * them. */
bool iq_result_is_compared(const uintptr_t *pcs, uint32_t count, int32_t code);

#endif
