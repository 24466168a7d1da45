#include "base/pages.h"

#include <sys/mman.h>
#include <unistd.h>

#include "base/page.h"

enum { RESERVE_BYTES = 4 << 20, MOST = 64 << 10 /* what the reserve is divided by */ };

uint64_t iq_page_bytes = IQ_PAGE_LEAST;

__attribute__((constructor(101))) static void ask_system(void)
{
    long bytes = sysconf(_SC_PAGESIZE);
    if (bytes > 0)
        iq_page_bytes = (uint64_t)bytes;
}

/* addresses only, until it is touched */
static char reserve[RESERVE_BYTES] __attribute__((aligned(MOST)));
static size_t reserve_used;
static uint64_t own_count, *count = &own_count;

void *iq_pages_get(size_t bytes)
{
    bytes = iq_page_up(bytes);
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
