/* Methods that Mono compiled, by return address: the runtime itself is asked, through the functions
 * that it exports for native code which managed code has called.  Asking takes locks of the
 * runtime's and may wait until its collector is done, whose threads come through our hooks: so it
 * happens at the beginning of a call, while none of our locks is held, and never in a signal's
 * handler.  Threads that the runtime does not know are left alone.
 * Owner: core; nothing is freed.  Threads: any.  Fork: survives. */
#ifndef IQ_PROCESS_MONO_H
#define IQ_PROCESS_MONO_H

#include <stdbool.h>
#include <stdint.h>

#include "base/contract.h"
#include "base/hot.h"

/* Looks for the runtime among the loaded objects, unless nothing was loaded since the last time. */
void iq_mono_look(void);

extern bool iq_mono_present IQ_HOT; /* release, after the functions */
static inline bool iq_mono_is_present(void)
{
    return __atomic_load_n(&iq_mono_present, __ATOMIC_ACQUIRE);
}

/* Finds out which methods those of the [count] return addresses belong to that were not asked for
 * before.  Does nothing while the calling thread holds one of our locks. */
IQ_NONNULL void iq_mono_note(const uintptr_t *pc, uint32_t count);

/* Writes to the trace what is known of the [count] return addresses. */
IQ_NONNULL void iq_mono_write(const uintptr_t *pc, uint32_t count);

#endif
