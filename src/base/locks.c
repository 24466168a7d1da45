#include "base/locks.h"

#include <errno.h>
#include <linux/futex.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "arch/arch.h"
#include "base/counters.h"

enum { SPINS = 200 };

struct iq_lock_word iq_locks[IQ_LOCK_COUNT] __attribute__((aligned(64)));
__thread char iq_lock_self __attribute__((tls_model("initial-exec")));

/* What the thread does when it holds no lock; [marked]: bit i says that lock i is counted as
 * waited for, so that giving it back comes by here. */
static __thread struct {
    void (*action)(void);
    uint32_t marked;
} later __attribute__((tls_model("initial-exec")));

/* The locks that the calling thread holds, bit i is lock i. */
static uint32_t held(void)
{
    uint32_t mask = 0;
    for (int id = 0; id < IQ_LOCK_COUNT; id++)
        if (__atomic_load_n(&iq_locks[id].owner, __ATOMIC_RELAXED) == (uintptr_t)&iq_lock_self)
            mask |= 1u << id;
    return mask;
}

bool iq_lock_is_free(void) { return !held(); }

void iq_lock_check(enum iq_lock_id id)
{
    uint32_t mask = held(), below = mask & ~((2u << id) - 1);
    char text[80];
    if (!below || mask & 1u << id)
        return;
    int length = snprintf(text, sizeof text, "inquest: lock %d is taken while lock %d is held\n",
                          (int)id, __builtin_ctz(below));
    if (write(STDERR_FILENO, text, (size_t)length) < 0)
        abort();
    abort();
}

/* The owner is about to give the lock back, unless it lost its processor: then sleep.  A wake-up
 * may be missed, since giving back is a plain store; hence the time limit. */
void iq_lock_wait(struct iq_lock_word *lock, uintptr_t self)
{
    static const struct timespec while_at_most = { 0, 1000000 };
    if (__atomic_load_n(&lock->owner, __ATOMIC_RELAXED) == self) {
        lock->depth++;
        return;
    }
    int error = errno;
    iq_count(IQ_COUNTER_LOCK_WAITS);
    for (int i = 0;; i++) {
        uintptr_t owner = __atomic_load_n(&lock->owner, __ATOMIC_RELAXED);
        if (!owner && __atomic_compare_exchange_n(&lock->owner, &owner, self, 0, __ATOMIC_ACQUIRE,
                                                  __ATOMIC_RELAXED))
            break;
        if (i < SPINS) {
            iq_arch_pause();
            continue;
        }
        iq_count(IQ_COUNTER_LOCK_SLEEPS);
        __atomic_fetch_add(&lock->waiting, 1, __ATOMIC_SEQ_CST);
        if (owner)
            syscall(SYS_futex, &lock->owner, FUTEX_WAIT_PRIVATE, (uint32_t)owner, &while_at_most,
                    NULL, 0);
        __atomic_fetch_sub(&lock->waiting, 1, __ATOMIC_RELAXED);
    }
    errno = error;
}

/* Runs what waits for the calling thread to hold no lock, or sees to it that giving back those
 * that it holds leads here. */
static void run_when_free(void)
{
    void (*action)(void) = later.action;
    uint32_t mask = held(), fresh = mask & ~later.marked;
    if (!mask) {
        later.action = NULL;
        action();
        return;
    }
    later.marked |= fresh;
    for (; fresh; fresh &= fresh - 1)
        __atomic_fetch_add(&iq_locks[__builtin_ctz(fresh)].waiting, 1, __ATOMIC_RELAXED);
}

void iq_lock_when_free(void (*action)(void))
{
    later.action = action;
    run_when_free();
}

void iq_lock_wake(struct iq_lock_word *lock)
{
    int error = errno;
    uint32_t bit = 1u << (lock - iq_locks);
    syscall(SYS_futex, &lock->owner, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    if (later.marked & bit) {
        later.marked &= ~bit;
        __atomic_fetch_sub(&lock->waiting, 1, __ATOMIC_RELAXED);
        run_when_free();
    }
    errno = error;
}

void iq_locks_reset(void)
{
    memset(iq_locks, 0, sizeof iq_locks);
    later.marked = 0;
}
