#include "core/memory.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#define FREE PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP
static pthread_mutex_t locks[] = { FREE, FREE, FREE, FREE, FREE, FREE, FREE, FREE, FREE, FREE, FREE, FREE };
_Static_assert(sizeof locks / sizeof *locks == IQ_LOCK_COUNT, "one initialiser per lock");

enum { SMALL_CHUNK = 256 << 10, LARGE_CHUNK = 8 << 20, HUGE_PAGE = 2 << 20, ALIGNMENT = 64 };

static char *next, *end;        /* of the chunk in use */
static size_t total;

void iq_lock(enum iq_lock_id id) { pthread_mutex_lock(&locks[id]); }
void iq_unlock(enum iq_lock_id id) { pthread_mutex_unlock(&locks[id]); }
int iq_try_lock(enum iq_lock_id id) { return pthread_mutex_trylock(&locks[id]) == 0; }

void iq_locks_reset(void)
{
    static const pthread_mutex_t fresh = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
    for (int i = 0; i < IQ_LOCK_COUNT; i++)
        memcpy(&locks[i], &fresh, sizeof fresh);
}

/* A new chunk of at least [size] bytes.  Large processes get huge pages: look-ups in big tables live on few TLB misses. */
static int add_chunk(size_t size)
{
    bool large = total >= LARGE_CHUNK;
    size_t bytes = large ? LARGE_CHUNK : SMALL_CHUNK;
    while (bytes < size)
        bytes *= 2;
    char *memory = mmap(NULL, bytes + (large ? HUGE_PAGE : 0), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
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
