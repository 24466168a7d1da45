/* The last failed call of a thread, and whether the program reads its result.
 * Owner: the thread's block.  Threads: the one that it belongs to. */
#ifndef IQ_CALL_LAST_ERROR_H
#define IQ_CALL_LAST_ERROR_H

#include <stdbool.h>
#include <stdint.h>

#include "model/call_ref.h"

/* Is the result of a failed call read?  NO: it is, or nothing is claimed; PERHAPS: the code does
 * not tell; LAUNCH: <<<>>>, whose result nobody gets. */
enum iq_unchecked {
    IQ_UNCHECKED_NO,
    IQ_UNCHECKED_PERHAPS,
    IQ_UNCHECKED_CERTAIN,
    IQ_UNCHECKED_LAUNCH
};

/* The last call of this thread that failed; what cudaGetLastError will say. */
struct iq_last_error {
    struct iq_call_ref ref;
    int64_t result;
    uint64_t finding; /* finding that explains it, 0: none (an expected answer) */
    /* of its thread until then, those that read the error or its name left out */
    uint64_t calls;
    bool expected;     /* a note at most: peer already enabled, not ready... */
    bool probed;       /* the program compares the result with this very code */
    bool asked;        /* a call has told it, or its name */
    uint8_t unchecked; /* enum iq_unchecked */
};

#endif
