#include "base/map.h"

#include <sys/mman.h>

#include "base/hash.h"
#include "base/pages.h"

static size_t slot_of(const struct iq_map *map, uint64_t key)
{
    size_t mask = map->capacity - 1, at = iq_hash_u64(key) & mask;
    while (map->slots[at].value && map->slots[at].key != key)
        at = (at + 1) & mask;
    return at;
}

void *iq_map_get(const struct iq_map *map, uint64_t key)
{
    return map->capacity ? map->slots[slot_of(map, key)].value : NULL;
}

static int resize(struct iq_map *map, size_t capacity)
{
    void *memory = iq_pages_get(capacity * sizeof(struct iq_map_slot));
    if (!memory)
        return IQ_ENOMEM;
    struct iq_map grown = { memory, map->count, capacity };
    for (size_t i = 0; i < map->capacity; i++)
        if (map->slots[i].value)
            grown.slots[slot_of(&grown, map->slots[i].key)] = map->slots[i];
    if (map->slots)
        munmap(map->slots, map->capacity * sizeof(struct iq_map_slot));
    *map = grown;
    return 0;
}

int iq_map_set(struct iq_map *map, uint64_t key, void *value)
{
    if (!value)
        return IQ_EINVAL;
    /* 256 slots are one page; at most 3/4 full, so that a search always meets a free slot */
    if ((map->count + 1) * 4 > map->capacity * 3) {
        int error = resize(map, map->capacity ? map->capacity * 2 : 256);
        if (error)
            return error;
    }
    struct iq_map_slot *slot = &map->slots[slot_of(map, key)];
    map->count += !slot->value;
    slot->key = key;
    slot->value = value;
    return 0;
}

void *iq_map_remove(struct iq_map *map, uint64_t key)
{
    if (!map->capacity)
        return NULL;
    size_t mask = map->capacity - 1, hole = slot_of(map, key);
    void *value = map->slots[hole].value;
    if (!value)
        return NULL;
    /* Close the gap: move back every later slot of the run whose home is at or before the hole. */
    for (size_t at = (hole + 1) & mask; map->slots[at].value; at = (at + 1) & mask) {
        size_t home = iq_hash_u64(map->slots[at].key) & mask;
        if (((at - home) & mask) >= ((at - hole) & mask)) {
            map->slots[hole] = map->slots[at];
            hole = at;
        }
    }
    map->slots[hole].value = NULL;
    map->count--;
    return value;
}

const struct iq_map_slot *iq_map_next(const struct iq_map *map, size_t *index)
{
    while (*index < map->capacity) {
        const struct iq_map_slot *slot = &map->slots[(*index)++];
        if (slot->value)
            return slot;
    }
    return NULL;
}

void iq_map_finish(struct iq_map *map)
{
    if (map->slots)
        munmap(map->slots, map->capacity * sizeof(struct iq_map_slot));
    *map = (struct iq_map){ NULL, 0, 0 };
}
