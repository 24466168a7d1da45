/* Ordered map from an address to a record: three levels of small sorted arrays, so that a look-up
 * in a million entries touches few cache lines.  Nodes and records never go back to the system: a
 * reader that races with a change may follow a stale pointer, reads nonsense at worst, and tries
 * again because the caller's sequence lock has moved.
 * Owner: whoever declares it; a zeroed struct is empty.  Threads: one writer at a time (the
 * caller's lock). */
#ifndef IQ_BASE_SORTED_MAP_H
#define IQ_BASE_SORTED_MAP_H

#include <stddef.h>
#include <stdint.h>

#include "base/contract.h"

enum {
    IQ_SORTED_MAP_LEAF = 15,
    IQ_SORTED_MAP_INNER = 63
}; /* a leaf is four cache lines, keys first */

struct iq_sorted_map_leaf {
    uint64_t key[IQ_SORTED_MAP_LEAF];
    uint32_t count, unused;
    void *value[IQ_SORTED_MAP_LEAF];
    struct iq_sorted_map_leaf *spare;
};
struct iq_sorted_map_inner {
    uint64_t key[IQ_SORTED_MAP_INNER];
    uint32_t count, unused;
    struct iq_sorted_map_leaf *child[IQ_SORTED_MAP_INNER];
    struct iq_sorted_map_inner *spare;
};
struct iq_sorted_map_root {
    uint32_t capacity;
    uint64_t *key;
    struct iq_sorted_map_inner **child;
};
struct iq_sorted_map {
    struct iq_sorted_map_root *root; /* atomic */
    uint32_t count;                  /* children of the root */
    size_t entries;
    struct iq_sorted_map_leaf *spare_leaves;
    struct iq_sorted_map_inner *spare_inners;
};

/* Value of the greatest key that is at most [key]; NULL if there is none.  Safe against one writer
 * as said above. */
IQ_NONNULL void *iq_sorted_map_floor(const struct iq_sorted_map *map, uint64_t key);

/* Adds or replaces.  Returns 0, IQ_ENOMEM. */
IQ_NODISCARD IQ_NONNULL int iq_sorted_map_set(struct iq_sorted_map *map, uint64_t key, void *value);

/* Removes; returns the value or NULL. */
IQ_NONNULL void *iq_sorted_map_remove(struct iq_sorted_map *map, uint64_t key);

void iq_sorted_map_visit(const struct iq_sorted_map *map, void (*visit)(void *user, void *value),
                         void *user);

#endif
