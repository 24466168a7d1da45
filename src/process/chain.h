/* Stack frames of code that has no unwind tables (just-in-time compiled, Go, assembly): followed by
 * frame pointers. Only what is certain counts: a link is taken where the word after it is a return
 * address after a call instruction.
 * Threads: any.  Signals: pass [quiet] = true in handlers.  No state. */
#ifndef IQ_PROCESS_CHAIN_H
#define IQ_PROCESS_CHAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/contract.h"

struct iq_chain {
    uintptr_t sp; /* the frame's own stack pointer, or any lower address of the same stack */
    uintptr_t fp; /* its frame pointer */
    bool quiet;
};

/* Has the function around [pc], a return address, unwind tables? */
bool iq_chain_has_table(uintptr_t pc);

/* Goes to the caller.  NULL: no further; else the place where its return address stands. */
IQ_NONNULL const uintptr_t *iq_chain_next(struct iq_chain *chain);

#endif
