/* Walks up a stack: return addresses from the one of a given site on, and the words they stand in,
 * by which the same walk is known again without walking.
 * Threads: any.  No lock, no allocation; where loaded objects' tables lead it is async-signal-safe,
 * elsewhere pass chain.quiet in handlers. */
#ifndef IQ_PROCESS_UNWIND_H
#define IQ_PROCESS_UNWIND_H

#include <stdbool.h>
#include <stdint.h>

#include "base/contract.h"
#include "process/chain.h"
#include "process/stack.h"

/* Zeroed but for what the caller sets. */
struct iq_unwind {
    uintptr_t first;         /* set: frames before this return address are ours */
    uint32_t limit;          /* set: frames wanted, up to IQ_STACK_DEPTH */
    bool started, uncertain; /* .uncertain: some frame has no word to know it by */
    uint32_t count, words;
    uintptr_t pc[IQ_STACK_DEPTH];
    const uintptr_t *slot[IQ_STACK_DEPTH];
    uintptr_t last;        /* the outermost frame's return address */
    struct iq_chain chain; /* the outermost frame */
};

/* Frames of hidden ranges (process/stack.h) are left out, but for the first. */
IQ_NONNULL void iq_unwind(struct iq_unwind *walk);

/* The words of [walk] as distances from the word below [sp], the stack pointer of its site.
 * False: it has too many, it is uncertain, or they are too far. */
IQ_NODISCARD IQ_NONNULL bool iq_unwind_places(const struct iq_unwind *walk, uintptr_t sp,
                                              uint16_t *place, uint32_t room);

#endif
