/* Writes calls as text: `cudaMemcpy(dst=0x7f20.., src=0x5581.., count=4096,
 * kind=cudaMemcpyHostToDevice)`. The rows of iq_entries say how; nothing here knows a single API
 * function.
 * Owner: the caller's buffer.  Threads: any.  Program memory is read through the kernel, so a bad
 * pointer prints as an address and never faults.  Not async-signal-safe. */
#ifndef IQ_CALL_PRINT_H
#define IQ_CALL_PRINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/entry.h"

/* How to call a handle or an address ("stream 2"); returns false to have it printed as a number. */
struct iq_printer {
    bool (*name)(void *context, enum iq_kind kind, uint64_t value, char *out, size_t size);
    void *context;
};

/* Writes [entry]'s name and [args] to [out] of [size] bytes, cut with "..." if too long, always
 * ended by a NUL. [returned]: the call is over and succeeded, so that results are shown as
 * `devPtr=[0x7f..]`.  [printer] may be NULL. Returns the length. */
size_t iq_print_call(char *out, size_t size, const struct iq_entry *entry, const uint64_t *args,
                     bool returned, const struct iq_printer *printer);

#endif
