/* Memory and locks of core: one arena that is never given back, and locks that the child of a fork can reset.
 * Threads: any.  Works under an interposed malloc (mmap only). */
#ifndef IQ_CORE_MEMORY_H
#define IQ_CORE_MEMORY_H

#include <pthread.h>
#include <stddef.h>

enum iq_lock_id { IQ_LOCK_MEMORY, IQ_LOCK_RANGES, IQ_LOCK_HANDLES, IQ_LOCK_CONTEXTS, IQ_LOCK_STACKS, IQ_LOCK_REPORT, IQ_LOCK_TRACE,
                  IQ_LOCK_NAMES, IQ_LOCK_HOST, IQ_LOCK_THREADS, IQ_LOCK_MODULES, IQ_LOCK_ORDER, IQ_LOCK_COUNT };

/* Recursive, so that a crash handler on the owning thread does not hang.  Never held while the driver runs. */
void iq_lock(enum iq_lock_id id);
void iq_unlock(enum iq_lock_id id);

/* True if the lock was taken; for signal handlers. */
int iq_try_lock(enum iq_lock_id id);

/* In the child of fork: every lock is free again. */
void iq_locks_reset(void);

/* [size] zeroed bytes that live as long as the process; NULL when out of memory. */
void *iq_core_alloc(size_t size);
char *iq_core_copy(const char *text);

#endif
