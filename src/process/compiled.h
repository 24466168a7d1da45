/* Methods that a runtime compiled (Mono, .NET), by return address: the runtime itself is asked.
 * Asking takes locks of the runtime's and may wait until its collector is done, whose threads come
 * through our hooks: so it happens at the beginning of a call, while none of our locks is held, and
 * never in a signal's handler.  Each address is asked for once.
 * Owner: core; nothing is freed.  Threads: any.  Fork: survives. */
#ifndef IQ_PROCESS_COMPILED_H
#define IQ_PROCESS_COMPILED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/contract.h"
#include "base/hot.h"

/* What is at a return address; texts are core's. */
struct iq_compiled_place {
    const char *function;        /* NULL: no method of the runtime's */
    const char *assembly, *file; /* file: NULL if the runtime has no lines of it */
    uint32_t line;
    uint32_t method, il_offset; /* metadata token and offset in its code; 0: not known */
};

/* Looks for runtimes among the loaded objects, unless nothing was loaded since the last time. */
void iq_compiled_look(void);

extern bool iq_compiled_present IQ_HOT; /* release, after all that asking needs */
static inline bool iq_compiled_is_present(void)
{
    return __atomic_load_n(&iq_compiled_present, __ATOMIC_ACQUIRE);
}
/* A runtime is there from now on. */
void iq_compiled_arm(void);

/* In the child of a fork: runtimes that need threads of theirs to answer are not asked any more. */
void iq_compiled_after_fork(void);

/* Finds out which methods those of the [count] return addresses belong to that were not asked for
 * before.  Does nothing while the calling thread holds one of our locks. */
IQ_NONNULL void iq_compiled_note(const uintptr_t *pc, uint32_t count);

/* Writes to the trace what is known of the [count] return addresses. */
IQ_NONNULL void iq_compiled_write(const uintptr_t *pc, uint32_t count);

#endif
