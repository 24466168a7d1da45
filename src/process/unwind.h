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

/* Frame pointer of the function at [site]; 0: not known. */
uintptr_t iq_unwind_fp_of(struct iq_site site);

enum { IQ_UNWIND_KEPT = 16 };
struct iq_unwind_frame {
    uintptr_t sp; /* at the call that it is in */
    uint32_t count;
    uintptr_t kept[IQ_UNWIND_KEPT]; /* what it has in registers that calls leave as they are */
};

/* The innermost frame that [is_wanted] by its program counter.  False: no such frame is found. */
IQ_NODISCARD IQ_NONNULL bool iq_unwind_find(bool (*is_wanted)(uintptr_t pc),
                                            struct iq_unwind_frame *frame);

#endif
