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

/* The first member of records of one kind that are used again and again. */
struct iq_spare {
    struct iq_spare *next;
};
/* A record of *[spares], or [size] new zeroed bytes; NULL when out of memory. */
IQ_NODISCARD IQ_NONNULL void *iq_spare_take(struct iq_spare **spares, size_t size);
IQ_NONNULL void iq_spare_give(struct iq_spare **spares, struct iq_spare *record);

#endif
