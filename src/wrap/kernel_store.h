/* Instrumented PTX, and what machine code was made of, in the cache on disk; see
 * base/disk_cache.h.  Owner, threads: as there. */
#ifndef IQ_WRAP_KERNEL_STORE_H
#define IQ_WRAP_KERNEL_STORE_H

#include "wrap/kernel_checks.h"
#include "wrap/kernel_made.h"

/* As iq_instrument, as --contain says, and from the cache if it is there. */
int iq_kernel_store_instrument(const char *text, size_t size, unsigned checks,
                               const struct iq_instrument_cap *caps, uint32_t cap_count,
                               struct iq_instrumented *out, const char **why);

/* Keeps what [image] was made of for later processes, which may load it from a cache of their own;
 * and finds that. */
void iq_kernel_store_made(const void *image, size_t size, const struct iq_made_from *from);
bool iq_kernel_store_find(const void *image, size_t size, struct iq_made_from *from);

#endif
