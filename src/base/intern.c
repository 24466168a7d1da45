#include "base/intern.h"

#include <string.h>
#include <sys/mman.h>

#include "base/hash.h"
#include "base/hot.h"
#include "base/memory.h"
#include "base/pages.h"

enum {
    FIRST_SLOTS = 1 << 12,
    CHUNK_BYTES = 64 << 10,
    ALIGNMENT = _Alignof(struct iq_interned),
    HEAD_BYTES = offsetof(struct iq_interned, bytes)
};

IQ_FAST const struct iq_interned *iq_intern_get(const struct iq_intern *table, uint32_t number)
{
    uint32_t at = number - 1;
    if (at / IQ_INTERN_BLOCK >= IQ_INTERN_BLOCKS)
        return NULL;
    const struct iq_interned *const *block =
        __atomic_load_n(&table->block[at / IQ_INTERN_BLOCK], __ATOMIC_ACQUIRE);
    return block ? __atomic_load_n(&block[at % IQ_INTERN_BLOCK], __ATOMIC_ACQUIRE) : NULL;
}

/* Nobody but the one that puts looks at the slots, so that the old ones can be given back. */
static bool grow(struct iq_intern *table)
{
    uint32_t slots = table->slots ? table->slots * 2 : FIRST_SLOTS, mask = slots - 1;
    uint32_t *slot = iq_pages_get(slots * sizeof *slot);
    if (!slot)
        return false;
    for (uint32_t number = 1; number <= table->count; number++) {
        uint32_t at = iq_intern_get(table, number)->hash & mask;
        while (slot[at])
            at = (at + 1) & mask;
        slot[at] = number;
    }
    if (table->slot)
        munmap(table->slot, table->slots * sizeof *table->slot);
    table->slot = slot;
    table->slots = slots;
    return true;
}

static struct iq_interned *take(struct iq_intern *table, size_t size)
{
    size_t bytes = (HEAD_BYTES + size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if ((size_t)(table->end - table->next) < bytes) {
        char *chunk = iq_core_alloc(CHUNK_BYTES);
        if (!chunk)
            return NULL;
        table->next = chunk;
        table->end = chunk + CHUNK_BYTES;
    }
    struct iq_interned *string = (void *)table->next;
    table->next += bytes;
    return string;
}

/* Where the string of the next number is to be; NULL: nowhere. */
static const struct iq_interned **place_of_next(struct iq_intern *table)
{
    uint32_t at = table->count / IQ_INTERN_BLOCK;
    if (at == IQ_INTERN_BLOCKS)
        return NULL;
    if (!table->block[at])
        __atomic_store_n(&table->block[at], iq_core_alloc(IQ_INTERN_BLOCK * sizeof **table->block),
                         __ATOMIC_RELEASE);
    return table->block[at] ? &table->block[at][table->count % IQ_INTERN_BLOCK] : NULL;
}

static uint32_t add(struct iq_intern *table, const void *bytes, size_t size, uint32_t hash,
                    uint8_t note)
{
    const struct iq_interned **place = place_of_next(table);
    struct iq_interned *string = place ? take(table, size) : NULL;
    if (!string)
        return 0;
    string->hash = hash;
    string->size = (uint16_t)size;
    string->note = note;
    memcpy(string->bytes, bytes, size);
    __atomic_store_n(place, string, __ATOMIC_RELEASE);
    return ++table->count;
}

uint32_t iq_intern_put(struct iq_intern *table, const void *bytes, size_t size, uint8_t note,
                       bool *fresh)
{
    uint32_t hash = (uint32_t)iq_hash_bytes(bytes, size), number;
    *fresh = false;
    if (size > IQ_INTERN_BYTES || ((table->count + 1) * 4 > table->slots * 3 && !grow(table)))
        return 0;
    uint32_t mask = table->slots - 1, at = hash & mask;
    for (; (number = table->slot[at]); at = (at + 1) & mask) {
        const struct iq_interned *string = iq_intern_get(table, number);
        if (string->hash == hash && string->size == size && !memcmp(string->bytes, bytes, size))
            return number;
    }
    number = table->slot[at] = add(table, bytes, size, hash, note);
    *fresh = number != 0;
    return number;
}
