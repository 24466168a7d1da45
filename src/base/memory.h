/* Memory and locks of core: one arena that is never given back, and locks that the child of a fork can reset.
 * Threads: any.  Works under an interposed malloc (mmap only). */
#ifndef IQ_BASE_MEMORY_H
#define IQ_BASE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

enum iq_lock_id { IQ_LOCK_MEMORY, IQ_LOCK_RANGES, IQ_LOCK_HANDLES, IQ_LOCK_CONTEXTS, IQ_LOCK_STACKS, IQ_LOCK_REPORT, IQ_LOCK_TRACE,
                  IQ_LOCK_NAMES, IQ_LOCK_HOST, IQ_LOCK_THREADS, IQ_LOCK_MODULES, IQ_LOCK_KERNELS, IQ_LOCK_ORDER, IQ_LOCK_POOLS,
                  IQ_LOCK_COUNT };

/* Held for well under a microsecond, so taking one is one atomic exchange and giving it back a plain store; who waits longer
 * than that sleeps.  [owner] is an address that only one thread has.  Each lock has a cache line to itself. */
struct iq_lock_word { uintptr_t owner; uint32_t depth, waiting; char rest[48]; };
extern struct iq_lock_word iq_locks[IQ_LOCK_COUNT];
extern __thread char iq_lock_self __attribute__((tls_model("initial-exec")));
void iq_lock_wait(struct iq_lock_word *lock, uintptr_t self);
void iq_lock_wake(struct iq_lock_word *lock);

/* Recursive, so that a crash handler on the owning thread does not hang.  Never held while the driver runs. */
static inline void iq_lock(enum iq_lock_id id)
{
    struct iq_lock_word *lock = &iq_locks[id];
    uintptr_t self = (uintptr_t)&iq_lock_self, nobody = 0;
    if (!__atomic_compare_exchange_n(&lock->owner, &nobody, self, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
        iq_lock_wait(lock, self);
}

static inline void iq_unlock(enum iq_lock_id id)
{
    struct iq_lock_word *lock = &iq_locks[id];
    if (lock->depth) {
        lock->depth--;
        return;
    }
    __atomic_store_n(&lock->owner, 0, __ATOMIC_RELEASE);
    if (__builtin_expect(__atomic_load_n(&lock->waiting, __ATOMIC_RELAXED) != 0, 0))
        iq_lock_wake(lock);
}

/* In the child of fork: every lock is free again. */
void iq_locks_reset(void);

/* [size] zeroed bytes that live as long as the process; NULL when out of memory. */
void *iq_core_alloc(size_t size);
char *iq_core_copy(const char *text);

#endif
