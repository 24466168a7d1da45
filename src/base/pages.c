#include "base/pages.h"

#include <sys/mman.h>

enum { PAGE = 4096, RESERVE_BYTES = 4 << 20 };

/* addresses only, until it is touched */
static char reserve[RESERVE_BYTES] __attribute__((aligned(PAGE)));
static size_t reserve_used;
static uint64_t own_count, *count = &own_count;

void *iq_pages_get(size_t bytes)
{
    bytes = (bytes + PAGE - 1) & ~(size_t)(PAGE - 1);
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory != MAP_FAILED)
        return memory;
    size_t used = __atomic_load_n(&reserve_used, __ATOMIC_RELAXED);
    while (bytes <= sizeof reserve - used)
        if (__atomic_compare_exchange_n(&reserve_used, &used, used + bytes, 0, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED))
            return reserve + used;
    __atomic_fetch_add(__atomic_load_n(&count, __ATOMIC_ACQUIRE), 1, __ATOMIC_RELAXED);
    return NULL;
}

void iq_pages_count_in(uint64_t *counter)
{
    uint64_t *next = counter ? counter : &own_count, before = *count;
    if (counter)
        __atomic_fetch_add(next, before, __ATOMIC_RELAXED);
    else
        own_count = 0;
    __atomic_store_n(&count, next, __ATOMIC_RELEASE);
}
