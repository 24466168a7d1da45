/* Table of guarded blocks and blocks with canaries. */
#include "wrap/block.h"

#include <pthread.h>
#include <string.h>

#include "base/memory.h"
#include "base/sorted_map.h"

enum { MOST = 1 << 20, FIRST = 1024 };

static struct iq_sorted_map order;      /* by base */
static struct iq_block **table, *spare; /* spare records are linked through .base */
static uint32_t count, capacity;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct iq_block *at_or_below(uint64_t address)
{
    struct iq_block *block = iq_sorted_map_floor(&order, address);
    return block && (address == block->base || address - block->base < block->size) ? block : NULL;
}

bool iq_block_find(uint64_t address, struct iq_block *block)
{
    pthread_mutex_lock(&lock);
    const struct iq_block *found = at_or_below(address);
    if (found)
        *block = *found;
    pthread_mutex_unlock(&lock);
    return found;
}

static bool grow(void)
{
    uint32_t larger = capacity ? capacity * 2 : FIRST;
    struct iq_block **fresh = count < MOST ? iq_core_alloc(larger * sizeof *fresh) : NULL;
    if (!fresh)
        return false;
    if (count)
        memcpy(fresh, table, count * sizeof *fresh);
    table = fresh;
    capacity = larger;
    return true;
}

bool iq_block_add(const struct iq_block *block)
{
    struct iq_block *record = NULL;
    pthread_mutex_lock(&lock);
    if (count < capacity || grow()) {
        record = spare ? spare : iq_core_alloc(sizeof *record);
        if (record && record == spare)
            spare = (struct iq_block *)(uintptr_t)record->base;
    }
    if (record) {
        *record = *block;
        record->place = count;
        if (iq_sorted_map_set(&order, block->base, record))
            record = NULL;
        else
            table[count++] = record;
    }
    pthread_mutex_unlock(&lock);
    return record;
}

/* [lock] held. */
static void take(struct iq_block *record, struct iq_block *block)
{
    *block = *record;
    iq_sorted_map_remove(&order, record->base);
    table[record->place] = table[--count];
    table[record->place]->place = record->place;
    record->base = (uintptr_t)spare;
    spare = record;
}

bool iq_block_take(uint64_t base, struct iq_block *block)
{
    pthread_mutex_lock(&lock);
    struct iq_block *record = at_or_below(base);
    bool found = record && record->base == base;
    if (found)
        take(record, block);
    pthread_mutex_unlock(&lock);
    return found;
}

bool iq_block_take_of(CUcontext context, struct iq_block *block)
{
    bool found = false;
    pthread_mutex_lock(&lock);
    for (uint32_t i = 0; i < count && !found; i++)
        if ((found = table[i]->context == context))
            take(table[i], block);
    pthread_mutex_unlock(&lock);
    return found;
}

bool iq_block_next(uint32_t *at, struct iq_block *block)
{
    pthread_mutex_lock(&lock);
    bool any = count > 0;
    if (any)
        *block = *table[*at = (*at + 1) % count];
    pthread_mutex_unlock(&lock);
    return any;
}

uint32_t iq_block_count(void) { return __atomic_load_n(&count, __ATOMIC_RELAXED); }

void iq_block_seen(uint64_t base, bool intact, uint64_t launches)
{
    pthread_mutex_lock(&lock);
    struct iq_block *record = at_or_below(base);
    if (record && record->base == base) {
        record->launches = launches;
        record->canary = intact ? record->canary : 0;
    }
    pthread_mutex_unlock(&lock);
}

void iq_blocks_after_fork(void)
{
    memset(&order, 0, sizeof order);
    count = 0;
    pthread_mutex_init(&lock, NULL);
}
