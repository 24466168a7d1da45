#include "base/order.h"

#include <stdbool.h>
#include <string.h>

#include "base/errors.h"
#include "base/hot.h"
#include "base/memory.h"

/* Readers race with the writer by design (see the header); this is the one place where that is hidden from TSan. */
#if defined(__has_feature)
#define HAS_FEATURE(feature) __has_feature(feature)
#else
#define HAS_FEATURE(feature) 0
#endif
#if defined(__SANITIZE_THREAD__) || HAS_FEATURE(thread_sanitizer)
#define RACY __attribute__((no_sanitize("thread"), noinline))
#define RACY_INLINE RACY
#else
#define RACY
#define RACY_INLINE
#endif

/* Index of the last of [count] keys that is at most [key], -1 if all are greater.  Branch-free halving. */
RACY_INLINE static int floor_index(const uint64_t *keys, uint32_t count, uint64_t key)
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

RACY_INLINE static uint32_t bounded(const uint32_t *count, uint32_t limit)
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

IQ_FAST RACY void *iq_order_floor(const struct iq_order *order, uint64_t key)
{
    const struct iq_order_root *root = __atomic_load_n(&order->root, __ATOMIC_ACQUIRE);
    if (!root)
        return NULL;
    int i = floor_index(root->key, bounded(&order->count, root->capacity), key);
    const struct iq_order_inner *inner = i < 0 ? NULL : *(struct iq_order_inner *volatile *)&root->child[i];
    if (!inner)
        return NULL;
    prefetch(inner, sizeof inner->key);
    i = floor_index(inner->key, bounded(&inner->count, IQ_ORDER_INNER), key);
    const struct iq_order_leaf *leaf = i < 0 ? NULL : *(struct iq_order_leaf *const volatile *)&inner->child[i];
    if (!leaf)
        return NULL;
    prefetch(leaf, sizeof *leaf);
    i = floor_index(leaf->key, bounded(&leaf->count, IQ_ORDER_LEAF), key);
    return i < 0 ? NULL : *(void *const volatile *)&leaf->value[i];
}

static struct iq_order_leaf *new_leaf(struct iq_order *order)
{
    struct iq_order_leaf *leaf = order->spare_leaves;
    if (!leaf)
        return iq_core_alloc(sizeof *leaf);
    order->spare_leaves = leaf->spare;
    leaf->count = 0;
    return leaf;
}

static struct iq_order_inner *new_inner(struct iq_order *order)
{
    struct iq_order_inner *inner = order->spare_inners;
    if (!inner)
        return iq_core_alloc(sizeof *inner);
    order->spare_inners = inner->spare;
    inner->count = 0;
    return inner;
}

#define INSERT_AT(array, count, at, item) \
    (memmove(&(array)[(at) + 1], &(array)[at], ((count) - (at)) * sizeof *(array)), (array)[at] = (item))
#define REMOVE_AT(array, count, at) memmove(&(array)[at], &(array)[(at) + 1], ((count) - (at) - 1) * sizeof *(array))

/* Puts [inner] at place [at] of the root, which grows by being copied. */
static int root_insert(struct iq_order *order, uint32_t at, uint64_t key, struct iq_order_inner *inner)
{
    struct iq_order_root *root = order->root;
    if (!root || order->count == root->capacity) {
        uint32_t capacity = root ? root->capacity * 2 : 64;
        struct iq_order_root *larger = iq_core_alloc(sizeof *larger);
        if (!larger || !(larger->key = iq_core_alloc(capacity * sizeof *larger->key)) ||
            !(larger->child = iq_core_alloc(capacity * sizeof *larger->child)))
            return IQ_ENOMEM;
        larger->capacity = capacity;
        if (root) {
            memcpy(larger->key, root->key, order->count * sizeof *root->key);
            memcpy(larger->child, root->child, order->count * sizeof *root->child);
        }
        __atomic_store_n(&order->root, larger, __ATOMIC_RELEASE);
        root = larger;
    }
    INSERT_AT(root->key, order->count, at, key);
    INSERT_AT(root->child, order->count, at, inner);
    order->count++;
    return 0;
}

/* Splits the full child [i] of the root in two.  Keys that only ever grow, [last], leave full nodes behind. */
static int split_inner(struct iq_order *order, uint32_t i, bool last)
{
    struct iq_order_inner *inner = order->root->child[i], *right = new_inner(order);
    if (!right)
        return IQ_ENOMEM;
    uint32_t half = last ? IQ_ORDER_INNER - 1 : IQ_ORDER_INNER / 2;
    memcpy(right->key, inner->key + half, (IQ_ORDER_INNER - half) * sizeof *inner->key);
    memcpy(right->child, inner->child + half, (IQ_ORDER_INNER - half) * sizeof *inner->child);
    right->count = IQ_ORDER_INNER - half;
    int error = root_insert(order, i + 1, right->key[0], right);
    if (!error)
        inner->count = half;
    return error;
}

/* Splits the full child [j] of [inner], which has room. */
static int split_leaf(struct iq_order *order, struct iq_order_inner *inner, uint32_t j, bool last)
{
    struct iq_order_leaf *leaf = inner->child[j], *right = new_leaf(order);
    if (!right)
        return IQ_ENOMEM;
    uint32_t half = last ? IQ_ORDER_LEAF - 1 : IQ_ORDER_LEAF / 2;
    memcpy(right->key, leaf->key + half, (IQ_ORDER_LEAF - half) * sizeof *leaf->key);
    memcpy(right->value, leaf->value + half, (IQ_ORDER_LEAF - half) * sizeof *leaf->value);
    right->count = IQ_ORDER_LEAF - half;
    INSERT_AT(inner->key, inner->count, j + 1, right->key[0]);
    INSERT_AT(inner->child, inner->count, j + 1, right);
    inner->count++;
    leaf->count = half;
    return 0;
}

static int first_entry(struct iq_order *order, uint64_t key, void *value)
{
    struct iq_order_leaf *leaf = new_leaf(order);
    struct iq_order_inner *inner = new_inner(order);
    if (!leaf || !inner)
        return IQ_ENOMEM;
    leaf->key[0] = key;
    leaf->value[0] = value;
    leaf->count = 1;
    inner->key[0] = key;
    inner->child[0] = leaf;
    inner->count = 1;
    order->entries = 1;
    return root_insert(order, 0, key, inner);
}

int iq_order_set(struct iq_order *order, uint64_t key, void *value)
{
    if (!order->count)
        return first_entry(order, key, value);
    for (;;) {
        int found = floor_index(order->root->key, order->count, key);
        uint32_t i = found < 0 ? 0 : (uint32_t)found;
        struct iq_order_inner *inner = order->root->child[i];
        found = floor_index(inner->key, inner->count, key);
        uint32_t j = found < 0 ? 0 : (uint32_t)found;
        struct iq_order_leaf *leaf = inner->child[j];
        int k = floor_index(leaf->key, leaf->count, key);
        if (k >= 0 && leaf->key[k] == key) {
            leaf->value[k] = value;
            return 0;
        }
        if (leaf->count == IQ_ORDER_LEAF) {
            bool last = i == order->count - 1 && j == inner->count - 1 && k == IQ_ORDER_LEAF - 1;
            int error = inner->count == IQ_ORDER_INNER ? split_inner(order, i, last) : split_leaf(order, inner, j, last);
            if (error)
                return error;
            continue;
        }
        INSERT_AT(leaf->key, leaf->count, k + 1, key);
        INSERT_AT(leaf->value, leaf->count, k + 1, value);
        leaf->count++;
        if (k < 0) {        /* a new least key: the ways to it say so, too */
            inner->key[j] = key;
            if (!j)
                order->root->key[i] = key;
        }
        order->entries++;
        return 0;
    }
}

void *iq_order_remove(struct iq_order *order, uint64_t key)
{
    int i = order->count ? floor_index(order->root->key, order->count, key) : -1;
    if (i < 0)
        return NULL;
    struct iq_order_inner *inner = order->root->child[i];
    int j = floor_index(inner->key, inner->count, key);
    struct iq_order_leaf *leaf = j < 0 ? NULL : inner->child[j];
    int k = leaf ? floor_index(leaf->key, leaf->count, key) : -1;
    if (k < 0 || leaf->key[k] != key)
        return NULL;
    void *value = leaf->value[k];
    REMOVE_AT(leaf->key, leaf->count, (uint32_t)k);
    REMOVE_AT(leaf->value, leaf->count, (uint32_t)k);
    order->entries--;
    if (--leaf->count)
        return value;
    REMOVE_AT(inner->key, inner->count, (uint32_t)j);
    REMOVE_AT(inner->child, inner->count, (uint32_t)j);
    leaf->spare = order->spare_leaves;
    order->spare_leaves = leaf;
    if (--inner->count)
        return value;
    REMOVE_AT(order->root->key, order->count, (uint32_t)i);
    REMOVE_AT(order->root->child, order->count, (uint32_t)i);
    order->count--;
    inner->spare = order->spare_inners;
    order->spare_inners = inner;
    return value;
}

void iq_order_visit(const struct iq_order *order, void (*visit)(void *user, void *value), void *user)
{
    for (uint32_t i = 0; i < order->count; i++)
        for (uint32_t j = 0; j < order->root->child[i]->count; j++) {
            const struct iq_order_leaf *leaf = order->root->child[i]->child[j];
            for (uint32_t k = 0; k < leaf->count; k++)
                visit(user, leaf->value[k]);
        }
}
