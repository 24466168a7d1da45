/* Memory that may not be there, copied by the kernel, which says so instead of sending a signal.
 * Where a sandbox or an emulator has no process_vm_readv each page is asked for first.
 * Stateless but for that; any thread; async-signal-safe; keeps errno.  Fork: survives. */
#ifndef IQ_BASE_PROBE_H
#define IQ_BASE_PROBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/contract.h"

/* atomic: the kernel does not copy here; tests may set it */
extern bool iq_probe_refused;

/* False: not all of it could be copied; the destination is undefined then. */
IQ_NODISCARD bool iq_probe_read(void *to, uint64_t from, size_t size);
IQ_NODISCARD bool iq_probe_write(uint64_t to, const void *from, size_t size);

/* True: nobody can write to the page at [address] now.  Doubt counts as false. */
IQ_NODISCARD bool iq_probe_is_constant(uint64_t address);

/* How many of the [wanted] bytes at [address] can be read: whole pages, but for the last one. */
IQ_NODISCARD size_t iq_probe_readable(uint64_t address, size_t wanted);

#endif
