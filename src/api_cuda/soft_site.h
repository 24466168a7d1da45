/* Where the program calls the software device from: one record for all calls of a place, so that
 * what goes wrong long after the call still leads to it, however many calls came between.
 * Owner: core; records live as long as the process.  Threads: any. */
#ifndef IQ_API_CUDA_SOFT_SITE_H
#define IQ_API_CUDA_SOFT_SITE_H

#include <stdint.h>

#include "model/call_ref.h"
#include "model/context.h"
#include "process/stack.h"

struct iq_soft_site {
    struct iq_call_ref ref; /* of the first call */
    /* of a launch: host function of the kernel, 0: none, or not known */
    uint64_t function;
    struct iq_context *context;
    /* Of the first call, if it copies from the host: where from, how large the heap's block is that
     * begins there (0: none does), the frame that it lies in (.cfa 0: none). */
    uint64_t source, block_size;
    struct iq_stack_frame frame;
    /* Of the last launch of the place about which there is such a thing, as in iq_launch_record. */
    uint64_t foreseen, fault;
    int foreseen_parameter;
};

/* The record of the call that this thread is in; NULL: it is in none, or there are too many
 * places. */
struct iq_soft_site *iq_soft_site_here(void);

#endif
