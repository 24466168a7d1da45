/* Is a load one of a loop that reads the same place in each round, as one does that waits for
 * another processor?  Judged by the instructions around it.  Stateless; any thread; works in signal
 * handlers. */
#ifndef IQ_PROCESS_ROUNDS_H
#define IQ_PROCESS_ROUNDS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/contract.h"

/* The instructions of a loop: the first one, and the jump back to it. */
struct iq_code_loop {
    uintptr_t first, last;
};

/* The innermost loop around the load at [pc], if nothing in it changes the address that is read; or
 * the loop in front of which it stands as the first of these loads.  False: there is none, or it is
 * not certain. */
IQ_NODISCARD IQ_NONNULL bool iq_code_reads_again(uintptr_t pc, struct iq_code_loop *loop);

#endif
