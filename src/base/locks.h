/* The locks of the guest, in the order in which a thread may take them, and what runs once it holds
 * none.  Each is recursive, so that a crash handler on the owning thread does not hang, and held
 * for well under a microsecond; none is held while the driver runs.
 * Threads: any.  Works in signal handlers.  Fork: the child calls iq_locks_reset. */
#ifndef IQ_BASE_LOCKS_H
#define IQ_BASE_LOCKS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/contract.h"

/* A thread that holds one takes only those below it in this list, or that one again.  Checked in
 * debug builds (IQ_CHECK_LOCKS). */
enum iq_lock_id {
    IQ_LOCK_ORDER,    /* order of execution: clocks, accesses, guards */
    IQ_LOCK_FINDINGS, /* findings, and the ledgers of failed calls and launches */
    IQ_LOCK_KERNELS,  /* what images say of kernels */
    IQ_LOCK_NAMES,    /* names and parts of objects */
    IQ_LOCK_POOLS,    /* memory pools */
    IQ_LOCK_CONTEXTS, /* contexts */
    IQ_LOCK_HANDLES,  /* handles */
    IQ_LOCK_RANGES,   /* ranges of memory */
    IQ_LOCK_THREADS,  /* blocks of threads */
    IQ_LOCK_HOST,     /* mappings of host memory */
    IQ_LOCK_MODULES,  /* modules that are mapped */
    IQ_LOCK_STACKS,   /* interned call stacks */
    IQ_LOCK_SECTIONS, /* marks and NVTX ranges */
    IQ_LOCK_TRACE,    /* the trace file */
    IQ_LOCK_MEMORY,   /* the arena */
    IQ_LOCK_COUNT
};

/* Taking one is one atomic exchange and giving it back a plain store; who waits longer than that
 * takes sleeps.  [owner] is an address that only one thread has.  Each lock has a cache line to
 * itself. */
struct iq_lock_word {
    uintptr_t owner;
    uint32_t depth, waiting;
    char rest[48];
};
extern struct iq_lock_word iq_locks[IQ_LOCK_COUNT];
extern __thread char iq_lock_self __attribute__((tls_model("initial-exec")));
IQ_NONNULL void iq_lock_wait(struct iq_lock_word *lock, uintptr_t self);
IQ_NONNULL void iq_lock_wake(struct iq_lock_word *lock);

/* Ends the process with a message if the calling thread holds a lock that stands below [id]. */
void iq_lock_check(enum iq_lock_id id);

static inline void iq_lock(enum iq_lock_id id)
{
    struct iq_lock_word *lock = &iq_locks[id];
    uintptr_t self = (uintptr_t)&iq_lock_self, nobody = 0;
#ifdef IQ_CHECK_LOCKS
    iq_lock_check(id);
#endif
    if (!__atomic_compare_exchange_n(&lock->owner, &nobody, self, 0, __ATOMIC_ACQUIRE,
                                     __ATOMIC_RELAXED))
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

/* Does the calling thread hold none of them? */
IQ_NODISCARD bool iq_lock_is_free(void);

/* Runs [action] on the calling thread as soon as it holds no lock; now, if it holds none.  One
 * action at a time: a second one before that is the same one. */
IQ_NONNULL void iq_lock_when_free(void (*action)(void));

/* In the child of fork: every lock is free again. */
void iq_locks_reset(void);

#endif
