/* Ordered map from an address to a record: three levels of small sorted arrays, so that a look-up in a million entries
 * touches few cache lines.  Nodes and records never go back to the system: a reader that races with a change may follow
 * a stale pointer, reads nonsense at worst, and tries again because the caller's sequence lock has moved.
 * Owner: whoever declares it; a zeroed struct is empty.  Threads: one writer at a time (the caller's lock). */
#ifndef IQ_BASE_ORDER_H
#define IQ_BASE_ORDER_H

#include <stddef.h>
#include <stdint.h>

enum { IQ_ORDER_LEAF = 15, IQ_ORDER_INNER = 63 };      /* a leaf is four cache lines, keys first */

struct iq_order_leaf { uint64_t key[IQ_ORDER_LEAF]; uint32_t count, unused; void *value[IQ_ORDER_LEAF]; struct iq_order_leaf *spare; };
struct iq_order_inner {
    uint64_t key[IQ_ORDER_INNER];
    uint32_t count, unused;
    struct iq_order_leaf *child[IQ_ORDER_INNER];
    struct iq_order_inner *spare;
};
struct iq_order_root { uint32_t capacity; uint64_t *key; struct iq_order_inner **child; };
struct iq_order {
    struct iq_order_root *root;     /* atomic */
    uint32_t count;                 /* children of the root */
    size_t entries;
    struct iq_order_leaf *spare_leaves;
    struct iq_order_inner *spare_inners;
};

/* Value of the greatest key that is at most [key]; NULL if there is none.  Safe against one writer as said above. */
void *iq_order_floor(const struct iq_order *order, uint64_t key);

/* Adds or replaces.  Returns 0, IQ_ENOMEM. */
int iq_order_set(struct iq_order *order, uint64_t key, void *value);

/* Removes; returns the value or NULL. */
void *iq_order_remove(struct iq_order *order, uint64_t key);

void iq_order_visit(const struct iq_order *order, void (*visit)(void *user, void *value), void *user);

#endif
