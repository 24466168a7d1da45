/* Methods that Mono compiled: the functions are asked that it exports for native code which managed
 * code has called.  Threads that the runtime does not know are left alone.
 * Owner: texts are core's; nothing is freed.  Threads: any.  Fork: survives. */
#ifndef IQ_PROCESS_MONO_H
#define IQ_PROCESS_MONO_H

#include <stdbool.h>
#include <stdint.h>

#include "base/contract.h"
#include "process/compiled.h"

/* Looks for the runtime among the loaded objects, unless nothing was loaded since the last time. */
void iq_mono_look(void);

/* Fills the zeroed [place] of each of the [count] return addresses that Mono compiled.  False: it
 * could not be asked.  No lock may be held. */
IQ_NODISCARD IQ_NONNULL bool iq_mono_ask(const uintptr_t *pc, struct iq_compiled_place *place,
                                         uint32_t count);

#endif
