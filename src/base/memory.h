/* Memory of the guest: one arena that is never given back.
 * Threads: any.  Works under an interposed malloc (mmap only). */
#ifndef IQ_BASE_MEMORY_H
#define IQ_BASE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#include "base/contract.h"

/* [size] zeroed bytes that live as long as the process; NULL when out of memory. */
IQ_NODISCARD void *iq_core_alloc(size_t size);
IQ_NODISCARD IQ_NONNULL char *iq_core_copy(const char *text);

#endif
