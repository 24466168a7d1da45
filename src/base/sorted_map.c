#include "base/sorted_map.h"

#include <stdbool.h>
#include <string.h>

#include "base/errors.h"
#include "base/hot.h"
#include "base/memory.h"

/* Index of the last of [count] keys that is at most [key], -1 if all are greater.  Branch-free
 * halving. */
IQ_RACY static int floor_index(const uint64_t *keys, uint32_t count, uint64_t key)
{
    if (!count || *(const volatile uint64_t *)keys > key)
        return -1;
    uint32_t low = 0;
    while (count > 1) {
        uint32_t half = count / 2;
        low = ((const volatile uint64_t *)keys)[low + half] <= key ? low + half : low;
        count -= half;
    }
    return (int)low;
}

IQ_RACY static uint32_t bounded(const uint32_t *count, uint32_t limit)
{
    uint32_t value = *(const volatile uint32_t *)count;
    return value < limit ? value : limit;
}

/* All lines at once instead of one after the other. */
static inline void prefetch(const void *node, size_t size)
{
    for (size_t at = 64; at < size; at += 64)
        __builtin_prefetch((const char *)node + at);
}

IQ_FAST IQ_RACY void *iq_sorted_map_floor(const struct iq_sorted_map *map, uint64_t key)
{
    const struct iq_sorted_map_root *root = __atomic_load_n(&map->root, __ATOMIC_ACQUIRE);
    if (!root)
        return NULL;
    int i = floor_index(root->key, bounded(&map->count, root->capacity), key);
    const struct iq_sorted_map_inner *inner =
        i < 0 ? NULL : *(struct iq_sorted_map_inner *volatile *)&root->child[i];
    if (!inner)
        return NULL;
    prefetch(inner, sizeof inner->key);
    i = floor_index(inner->key, bounded(&inner->count, IQ_SORTED_MAP_INNER), key);
    const struct iq_sorted_map_leaf *leaf =
        i < 0 ? NULL : *(struct iq_sorted_map_leaf *const volatile *)&inner->child[i];
    if (!leaf)
        return NULL;
    prefetch(leaf, sizeof *leaf);
    i = floor_index(leaf->key, bounded(&leaf->count, IQ_SORTED_MAP_LEAF), key);
    return i < 0 ? NULL : *(void *const volatile *)&leaf->value[i];
}

static struct iq_sorted_map_leaf *new_leaf(struct iq_sorted_map *map)
{
    struct iq_sorted_map_leaf *leaf = map->spare_leaves;
    if (!leaf)
        return iq_core_alloc(sizeof *leaf);
    map->spare_leaves = leaf->spare;
    leaf->count = 0;
    return leaf;
}

static struct iq_sorted_map_inner *new_inner(struct iq_sorted_map *map)
{
    struct iq_sorted_map_inner *inner = map->spare_inners;
    if (!inner)
        return iq_core_alloc(sizeof *inner);
    map->spare_inners = inner->spare;
    inner->count = 0;
    return inner;
}

#define INSERT_AT(array, count, at, item)                                           \
    (memmove(&(array)[(at) + 1], &(array)[at], ((count) - (at)) * sizeof *(array)), \
     (array)[at] = (item))
#define REMOVE_AT(array, count, at) \
    memmove(&(array)[at], &(array)[(at) + 1], ((count) - (at)-1) * sizeof *(array))

/* Puts [inner] at place [at] of the root, which grows by being copied. */
static int root_insert(struct iq_sorted_map *map, uint32_t at, uint64_t key,
                       struct iq_sorted_map_inner *inner)
{
    struct iq_sorted_map_root *root = map->root;
    if (!root || map->count == root->capacity) {
        uint32_t capacity = root ? root->capacity * 2 : 64;
        struct iq_sorted_map_root *larger = iq_core_alloc(sizeof *larger);
        if (!larger || !(larger->key = iq_core_alloc(capacity * sizeof *larger->key)) ||
            !(larger->child = iq_core_alloc(capacity * sizeof *larger->child)))
            return IQ_ENOMEM;
        larger->capacity = capacity;
        if (root) {
            memcpy(larger->key, root->key, map->count * sizeof *root->key);
            memcpy(larger->child, root->child, map->count * sizeof *root->child);
        }
        __atomic_store_n(&map->root, larger, __ATOMIC_RELEASE);
        root = larger;
    }
    INSERT_AT(root->key, map->count, at, key);
    INSERT_AT(root->child, map->count, at, inner);
    map->count++;
    return 0;
}

/* Splits the full child [i] of the root in two.  Keys that only ever grow, [last], leave full nodes
 * behind. */
static int split_inner(struct iq_sorted_map *map, uint32_t i, bool last)
{
    struct iq_sorted_map_inner *inner = map->root->child[i], *right = new_inner(map);
    if (!right)
        return IQ_ENOMEM;
    uint32_t half = last ? IQ_SORTED_MAP_INNER - 1 : IQ_SORTED_MAP_INNER / 2;
    memcpy(right->key, inner->key + half, (IQ_SORTED_MAP_INNER - half) * sizeof *inner->key);
    memcpy(right->child, inner->child + half, (IQ_SORTED_MAP_INNER - half) * sizeof *inner->child);
    right->count = IQ_SORTED_MAP_INNER - half;
    int error = root_insert(map, i + 1, right->key[0], right);
    if (!error)
        inner->count = half;
    return error;
}

/* Splits the full child [j] of [inner], which has room. */
static int split_leaf(struct iq_sorted_map *map, struct iq_sorted_map_inner *inner, uint32_t j,
                      bool last)
{
    struct iq_sorted_map_leaf *leaf = inner->child[j], *right = new_leaf(map);
    if (!right)
        return IQ_ENOMEM;
    uint32_t half = last ? IQ_SORTED_MAP_LEAF - 1 : IQ_SORTED_MAP_LEAF / 2;
    memcpy(right->key, leaf->key + half, (IQ_SORTED_MAP_LEAF - half) * sizeof *leaf->key);
    memcpy(right->value, leaf->value + half, (IQ_SORTED_MAP_LEAF - half) * sizeof *leaf->value);
    right->count = IQ_SORTED_MAP_LEAF - half;
    INSERT_AT(inner->key, inner->count, j + 1, right->key[0]);
    INSERT_AT(inner->child, inner->count, j + 1, right);
    inner->count++;
    leaf->count = half;
    return 0;
}

static int first_entry(struct iq_sorted_map *map, uint64_t key, void *value)
{
    struct iq_sorted_map_leaf *leaf = new_leaf(map);
    struct iq_sorted_map_inner *inner = new_inner(map);
    if (!leaf || !inner)
        return IQ_ENOMEM;
    leaf->key[0] = key;
    leaf->value[0] = value;
    leaf->count = 1;
    inner->key[0] = key;
    inner->child[0] = leaf;
    inner->count = 1;
    map->entries = 1;
    return root_insert(map, 0, key, inner);
}

int iq_sorted_map_set(struct iq_sorted_map *map, uint64_t key, void *value)
{
    if (!map->count)
        return first_entry(map, key, value);
    for (;;) {
        int found = floor_index(map->root->key, map->count, key);
        uint32_t i = found < 0 ? 0 : (uint32_t)found;
        struct iq_sorted_map_inner *inner = map->root->child[i];
        found = floor_index(inner->key, inner->count, key);
        uint32_t j = found < 0 ? 0 : (uint32_t)found;
        struct iq_sorted_map_leaf *leaf = inner->child[j];
        int k = floor_index(leaf->key, leaf->count, key);
        if (k >= 0 && leaf->key[k] == key) {
            leaf->value[k] = value;
            return 0;
        }
        if (leaf->count == IQ_SORTED_MAP_LEAF) {
            bool last = i == map->count - 1 && j == inner->count - 1 && k == IQ_SORTED_MAP_LEAF - 1;
            int error = inner->count == IQ_SORTED_MAP_INNER ? split_inner(map, i, last)
                                                            : split_leaf(map, inner, j, last);
            if (error)
                return error;
            continue;
        }
        INSERT_AT(leaf->key, leaf->count, k + 1, key);
        INSERT_AT(leaf->value, leaf->count, k + 1, value);
        leaf->count++;
        if (k < 0) { /* a new least key: the ways to it say so, too */
            inner->key[j] = key;
            if (!j)
                map->root->key[i] = key;
        }
        map->entries++;
        return 0;
    }
}

void *iq_sorted_map_remove(struct iq_sorted_map *map, uint64_t key)
{
    int i = map->count ? floor_index(map->root->key, map->count, key) : -1;
    if (i < 0)
        return NULL;
    struct iq_sorted_map_inner *inner = map->root->child[i];
    int j = floor_index(inner->key, inner->count, key);
    struct iq_sorted_map_leaf *leaf = j < 0 ? NULL : inner->child[j];
    int k = leaf ? floor_index(leaf->key, leaf->count, key) : -1;
    if (k < 0 || leaf->key[k] != key)
        return NULL;
    void *value = leaf->value[k];
    REMOVE_AT(leaf->key, leaf->count, (uint32_t)k);
    REMOVE_AT(leaf->value, leaf->count, (uint32_t)k);
    map->entries--;
    if (--leaf->count) {
        inner->key[j] = leaf->key[0]; /* what is less belongs to the leaf before */
        map->root->key[i] = inner->key[0];
        return value;
    }
    REMOVE_AT(inner->key, inner->count, (uint32_t)j);
    REMOVE_AT(inner->child, inner->count, (uint32_t)j);
    leaf->spare = map->spare_leaves;
    map->spare_leaves = leaf;
    if (--inner->count) {
        map->root->key[i] = inner->key[0];
        return value;
    }
    REMOVE_AT(map->root->key, map->count, (uint32_t)i);
    REMOVE_AT(map->root->child, map->count, (uint32_t)i);
    map->count--;
    inner->spare = map->spare_inners;
    map->spare_inners = inner;
    return value;
}

void iq_sorted_map_visit(const struct iq_sorted_map *map, void (*visit)(void *user, void *value),
                         void *user)
{
    for (uint32_t i = 0; i < map->count; i++)
        for (uint32_t j = 0; j < map->root->child[i]->count; j++) {
            const struct iq_sorted_map_leaf *leaf = map->root->child[i]->child[j];
            for (uint32_t k = 0; k < leaf->count; k++)
                visit(user, leaf->value[k]);
        }
}
