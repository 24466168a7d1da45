/* A piece of the program's code, copied at once for those who go through it instruction by
 * instruction: each read of memory that may be gone is a system call.
 * Owner: the caller; a zeroed struct is empty.  Threads: one.  Works in signal handlers. */
#ifndef IQ_PROCESS_CODE_WINDOW_H
#define IQ_PROCESS_CODE_WINDOW_H

#include <stdint.h>

#include "base/contract.h"

struct iq_code_window {
    uintptr_t begin;
    uint32_t size;
    uint8_t bytes[256];
};

/* The IQ_ARCH_LONGEST bytes (arch/code.h) at [pc], until the next call; NULL: not all are there. */
IQ_NODISCARD IQ_NONNULL const uint8_t *iq_code_window_at(struct iq_code_window *window,
                                                         uintptr_t pc);

#endif
