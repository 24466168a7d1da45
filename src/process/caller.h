/* Who called, in one word: a return address, and above it the number of the short stack that leads
 * there (process/depot.h).  For what happens too often to keep a call stack of each: blocks of the
 * heap.
 *
 * Walking a stack costs far more than malloc.  So the last thousand are known again by the
 * words that they read, and walks are paid for by the bytes of the blocks; beyond that a process
 * may spend some 40 ms in all.  A block that nobody pays for has the return address alone. Owner:
 * nothing to give back.  Threads: any; nobody waits.  Fork: survives.  Signals: iq_caller_of is
 * async-signal-safe, allocates nothing but the depot and leaves errno alone. */
#ifndef IQ_PROCESS_CALLER_H
#define IQ_PROCESS_CALLER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/contract.h"
#include "process/depot.h"
#include "process/stack.h"

enum { IQ_CALLER_DEPTH = IQ_DEPOT_DEPTH, IQ_CALLER_PC_BITS = 48, IQ_CALLER_SURE = 48 << 10 };

/* The caller at [site] on account of a block of [bytes]; IQ_CALLER_SURE pay for a walk.  A site
 * without a stack pointer (0) gets no stack.  Only for addresses of user space. */
uint64_t iq_caller_of(struct iq_site site, uint64_t bytes);

/* The return address alone. */
static inline uintptr_t iq_caller_pc(uint64_t caller)
{
    return caller & (((uint64_t)1 << IQ_CALLER_PC_BITS) - 1);
}

/* The frames of [caller], innermost first, into [pc], which has room for IQ_CALLER_DEPTH; returns
 * how many: at least 1 but for caller 0. */
IQ_NONNULL uint32_t iq_caller_frames(uint64_t caller, uintptr_t *pc);

#endif
