#include "base/memory.h"

#include <errno.h>
#include <linux/futex.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/pages.h"

enum { SPINS = 200, SMALL_CHUNK = 256 << 10, LARGE_CHUNK = 8 << 20, HUGE_PAGE = 2 << 20, ALIGNMENT = 64 };

static char *next, *end;        /* of the chunk in use */
static size_t total;

struct iq_lock_word iq_locks[IQ_LOCK_COUNT] __attribute__((aligned(64)));
__thread char iq_lock_self __attribute__((tls_model("initial-exec")));

/* The owner is about to give the lock back, unless it lost its processor: then sleep.  A wake-up may be missed, since giving
 * back is a plain store; hence the time limit. */
void iq_lock_wait(struct iq_lock_word *lock, uintptr_t self)
{
    static const struct timespec while_at_most = { 0, 1000000 };
    if (__atomic_load_n(&lock->owner, __ATOMIC_RELAXED) == self) {
        lock->depth++;
        return;
    }
    int error = errno;
    for (int i = 0;; i++) {
        uintptr_t owner = __atomic_load_n(&lock->owner, __ATOMIC_RELAXED);
        if (!owner && __atomic_compare_exchange_n(&lock->owner, &owner, self, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
            break;
        if (i < SPINS) {
            __builtin_ia32_pause();
            continue;
        }
        __atomic_fetch_add(&lock->waiting, 1, __ATOMIC_SEQ_CST);
        if (owner)
            syscall(SYS_futex, &lock->owner, FUTEX_WAIT_PRIVATE, (uint32_t)owner, &while_at_most, NULL, 0);
        __atomic_fetch_sub(&lock->waiting, 1, __ATOMIC_RELAXED);
    }
    errno = error;
}

void iq_lock_wake(struct iq_lock_word *lock)
{
    int error = errno;
    syscall(SYS_futex, &lock->owner, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    errno = error;
}

void iq_locks_reset(void) { memset(iq_locks, 0, sizeof iq_locks); }

/* A new chunk of at least [size] bytes.  Large processes get huge pages: look-ups in big tables live on few TLB misses. */
static int add_chunk(size_t size)
{
    bool large = total >= LARGE_CHUNK;
    size_t bytes = large ? LARGE_CHUNK : SMALL_CHUNK;
    while (bytes < size)
        bytes *= 2;
    char *memory = large ? mmap(NULL, bytes + HUGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) : MAP_FAILED;
    if (memory == MAP_FAILED) {
        large = false;
        bytes = (size + SMALL_CHUNK - 1) & ~(size_t)(SMALL_CHUNK - 1);
        memory = iq_pages_get(bytes);
    }
    if (!memory)
        return -1;
    if (large) {
        memory += -(uintptr_t)memory & (HUGE_PAGE - 1);
        madvise(memory, bytes, MADV_HUGEPAGE);
    }
    next = memory;
    end = memory + bytes;
    total += bytes;
    return 0;
}

void *iq_core_alloc(size_t size)
{
    void *memory = NULL;
    size = (size + 15) & ~(size_t)15;
    iq_lock(IQ_LOCK_MEMORY);
    size_t skip = size >= ALIGNMENT ? -(uintptr_t)next & (ALIGNMENT - 1) : 0;
    if (size <= SIZE_MAX / 4 && ((size_t)(end - next) >= size + skip || (skip = 0, !add_chunk(size)))) {
        memory = next + skip;
        next += skip + size;
    }
    iq_unlock(IQ_LOCK_MEMORY);
    return memory;
}

char *iq_core_copy(const char *text)
{
    size_t length = strlen(text);
    char *copy = iq_core_alloc(length + 1);
    if (copy)
        memcpy(copy, text, length + 1);
    return copy;
}
