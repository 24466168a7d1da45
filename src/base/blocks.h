/* Who has to see the blocks of the host's allocator come and go.  While nobody has, malloc and its
 * kin (wrap/malloc.c) cost their callers a test of this word and a jump.
 * Threads: any.  Fork: survives. */
#ifndef IQ_BASE_BLOCKS_H
#define IQ_BASE_BLOCKS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hot.h"

enum iq_blocks_reason {
    IQ_BLOCKS_PASS = 1,     /* no reason: the allocator's own functions are known */
    IQ_BLOCKS_RECORDED = 2, /* each of them is (process/hostheap.h) */
    IQ_BLOCKS_FENCED = 4,   /* some lie between fences (api_opencl/fence.h) */
    IQ_BLOCKS_GUARDED = 8,  /* some have guarded pages (order/guard.h) */
    IQ_BLOCKS_WATCHED =
        16, /* some are used by commands that nobody waits for yet (order/guard.h) */
    IQ_BLOCKS_NEW = IQ_BLOCKS_PASS | IQ_BLOCKS_RECORDED /* what matters for those that come */
};
extern uint32_t iq_blocks IQ_HOT; /* atomic, enum iq_blocks_reason; 0 at first, also before the
                                     guest is relocated */

static inline void iq_blocks_set(enum iq_blocks_reason reason, bool holds)
{
    if (holds)
        __atomic_or_fetch(&iq_blocks, (uint32_t)reason, __ATOMIC_RELEASE);
    else
        __atomic_and_fetch(&iq_blocks, ~(uint32_t)reason, __ATOMIC_RELEASE);
}

static inline bool iq_blocks_are(uint32_t reasons)
{
    return __builtin_expect((__atomic_load_n(&iq_blocks, __ATOMIC_ACQUIRE) & reasons) != 0, 0);
}

/* May a block that comes, or any that goes, pass by itself? */
static inline bool iq_blocks_pass_new(void)
{
    return __builtin_expect(
        (__atomic_load_n(&iq_blocks, __ATOMIC_RELAXED) & IQ_BLOCKS_NEW) == IQ_BLOCKS_PASS, 1);
}
static inline bool iq_blocks_pass(void)
{
    return __builtin_expect(__atomic_load_n(&iq_blocks, __ATOMIC_RELAXED) == IQ_BLOCKS_PASS, 1);
}

#endif
