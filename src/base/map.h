/* Hash table from a 64-bit key to a pointer: open addressing, memory straight from mmap (so that it
 * can be used under an interposed malloc).  Owner: whoever declares it; a zeroed struct is an empty
 * map.  Values are borrowed.
 * Threads: the caller's lock.  Fork: survives.  Look-up is async-signal-safe if nobody changes the
 * map meanwhile. */
#ifndef IQ_BASE_MAP_H
#define IQ_BASE_MAP_H

#include <stddef.h>
#include <stdint.h>

#include "base/contract.h"
#include "base/errors.h"

struct iq_map_slot {
    uint64_t key;
    void *value;
}; /* value NULL: free slot */
struct iq_map {
    struct iq_map_slot *slots;
    size_t count, capacity;
};

/* Value of [key], NULL if there is none.  Any key is legal, also 0. */
IQ_NONNULL void *iq_map_get(const struct iq_map *map, uint64_t key);

/* Sets [key] to [value] (not NULL), replacing.  Returns 0, IQ_ENOMEM, IQ_EINVAL (value is NULL). */
IQ_NODISCARD IQ_NONNULL_ARG(1) int iq_map_set(struct iq_map *map, uint64_t key, void *value);

/* Removes [key]; returns its value, NULL if there was none. */
IQ_NONNULL void *iq_map_remove(struct iq_map *map, uint64_t key);

/* Next pair at or after *[index] (start with 0), which is moved past it; NULL at the end.  The map
 * must not change meanwhile. */
IQ_NONNULL const struct iq_map_slot *iq_map_next(const struct iq_map *map, size_t *index);

/* Gives the memory back; the map is empty and usable again. */
IQ_NONNULL void iq_map_finish(struct iq_map *map);

#endif
