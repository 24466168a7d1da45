#include "base/memory.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#include "base/locks.h"
#include "base/pages.h"

enum { SMALL_CHUNK = 256 << 10, LARGE_CHUNK = 8 << 20, HUGE_PAGE = 2 << 20, ALIGNMENT = 64 };

static char *next, *end; /* of the chunk in use */
static size_t total;

/* A new chunk of at least [size] bytes.  Large processes get huge pages: look-ups in big tables
 * live on few TLB misses. */
static int add_chunk(size_t size)
{
    bool large = total >= LARGE_CHUNK;
    size_t bytes = large ? LARGE_CHUNK : SMALL_CHUNK;
    while (bytes < size)
        bytes *= 2;
    char *memory = large ? mmap(NULL, bytes + HUGE_PAGE, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                         : MAP_FAILED;
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
    if (size <= SIZE_MAX / 4 &&
        ((size_t)(end - next) >= size + skip || (skip = 0, !add_chunk(size)))) {
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

void *iq_spare_take(struct iq_spare **spares, size_t size)
{
    iq_lock(IQ_LOCK_MEMORY);
    struct iq_spare *record = *spares;
    if (record)
        *spares = record->next;
    iq_unlock(IQ_LOCK_MEMORY);
    return record ? record : iq_core_alloc(size);
}

void iq_spare_give(struct iq_spare **spares, struct iq_spare *record)
{
    iq_lock(IQ_LOCK_MEMORY);
    record->next = *spares;
    *spares = record;
    iq_unlock(IQ_LOCK_MEMORY);
}
