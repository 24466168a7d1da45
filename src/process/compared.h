/* Does the program compare what a call returned with one code?  Judged by the instructions behind
 * the call.  Stateless; any thread. */
#ifndef IQ_PROCESS_COMPARED_H
#define IQ_PROCESS_COMPARED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/contract.h"

/* Is the result of a call that returns to [pcs][0] compared with [code] before long, be it
 * out of a variable?  A function that hands it on returns to [pcs][1], and so on, [count] of
 * them. */
bool iq_result_is_compared(const uintptr_t *pcs, uint32_t count, int32_t code);

/* A variable to which a call writes its code, and the registers of the function that it returns
 * to. */
struct iq_code_variable {
    uintptr_t address, sp, fp;
};

/* The same of a code in a variable of the function that the call returns to at [pc]. */
IQ_NONNULL bool iq_code_is_compared(uintptr_t pc, const struct iq_code_variable *variable,
                                    int32_t code);

#endif
