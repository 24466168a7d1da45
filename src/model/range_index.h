/* Live ranges by address: records stand in small leaves, next to their keys, and a table leads from
 * an address to its leaf, so that a look-up among a million ranges waits for memory once.  The tree
 * of leaves is asked only where the table does not know.
 * No range begins at the last address of all.
 * Leaves never go back to the system: a reader that races with a change reads nonsense at worst,
 * and tries again because the caller's sequence lock has moved.
 * Owner: whoever declares it; a zeroed struct is empty.  Threads: one writer at a time (the
 * caller's lock).  Fork: survives. */
#ifndef IQ_MODEL_RANGE_INDEX_H
#define IQ_MODEL_RANGE_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/contract.h"
#include "base/sorted_map.h"
#include "model/call_ref.h"

struct iq_context;

/* What struct iq_range begins with. */
struct iq_range_record {
    uint64_t base, size;
    struct iq_context *context;
    uint8_t kind;
    bool of_graph;
    int16_t device;
    const char *name;
    struct iq_call_ref created;
};
_Static_assert(sizeof(struct iq_range_record) == 64, "a live range is one cache line");

/* Ranges that begin in [low, bound).  Leaves divide all addresses among them. */
enum { IQ_RANGE_LEAF = 5 };
struct iq_range_leaf {
    uint64_t low, bound;
    struct iq_range_leaf *next;  /* from .bound on; of spare ones: another one */
    uint64_t key[IQ_RANGE_LEAF]; /* in order; IQ_RANGE_NO_KEY: no more */
    struct iq_range_record record[IQ_RANGE_LEAF];
} __attribute__((aligned(64)));
#define IQ_RANGE_NO_KEY UINT64_MAX

/* Where to begin to look: by address >> .shift.  Filled by whoever looks. */
struct iq_range_table {
    uint32_t shift, bits;
    uint64_t mask;                /* of .bits */
    struct iq_range_leaf *leaf[]; /* atomic; maybe an old one, NULL: not known */
};

struct iq_range_index {
    struct iq_range_table *table; /* atomic; NULL: few ranges need none */
    struct iq_sorted_map leaves;  /* by .low */
    struct iq_range_leaf *spare;
    size_t leaf_count, entries;
};

/* The table leads to [leaf] (NULL: nowhere), which is not the one that [address] belongs to: that
 * one; NULL: there is none at all. */
struct iq_range_leaf *iq_range_index_walk(const struct iq_range_index *index,
                                          struct iq_range_table *table, struct iq_range_leaf *leaf,
                                          uint64_t address);
/* The last record that begins before a leaf from [low] on; NULL: there is none. */
struct iq_range_record *iq_range_index_before(const struct iq_range_index *index, uint64_t low);

static inline struct iq_range_leaf **iq_range_place_in(struct iq_range_table *table,
                                                       uint64_t address)
{
    uint64_t page = address >> table->shift;
    return &table->leaf[(page ^ page >> table->bits) & table->mask];
}

/* How many keys are at most [address]. */
IQ_RACY static int iq_range_rank(const struct iq_range_leaf *leaf, uint64_t address)
{
    int count = 0;
#pragma GCC unroll 5
    for (int i = 0; i < IQ_RANGE_LEAF; i++)
        count += ((const volatile uint64_t *)leaf->key)[i] <= address;
    return count;
}

/* The leaf that [address] belongs to; NULL: there is none at all. */
IQ_RACY static struct iq_range_leaf *iq_range_leaf_of(const struct iq_range_index *index,
                                                      uint64_t address)
{
    struct iq_range_table *table = __atomic_load_n(&index->table, __ATOMIC_ACQUIRE);
    struct iq_range_leaf *leaf =
        table ? __atomic_load_n(iq_range_place_in(table, address), __ATOMIC_ACQUIRE) : NULL;
    const volatile struct iq_range_leaf *seen = leaf;
    if (leaf) /* all lines at once instead of one after the other */
#pragma GCC unroll 5
        for (int i = 0; i < IQ_RANGE_LEAF; i++)
            __builtin_prefetch(&leaf->record[i]);
    return __builtin_expect(leaf && seen->low <= address && address < seen->bound, 1)
               ? leaf
               : iq_range_index_walk(index, table, leaf, address);
}

/* The record with the greatest base that is at most [address]; NULL if there is none.  It stays
 * where it is until the next change.  Safe against one writer as said above. */
static inline struct iq_range_record *iq_range_index_floor(const struct iq_range_index *index,
                                                           uint64_t address)
{
    address -= address == IQ_RANGE_NO_KEY;
    struct iq_range_leaf *leaf = iq_range_leaf_of(index, address);
    int count = __builtin_expect(leaf != NULL, 1) ? iq_range_rank(leaf, address) : 0;
    return __builtin_expect(count != 0, 1) ? &leaf->record[count - 1]
           : leaf                          ? iq_range_index_before(index, leaf->low)
                                           : NULL;
}

/* Adds [record], whose base is no record's.  Returns 0, IQ_ENOMEM. */
IQ_NODISCARD IQ_NONNULL int iq_range_index_add(struct iq_range_index *index,
                                               const struct iq_range_record *record);

/* Removes the record that begins at [base], if there is one. */
IQ_NONNULL void iq_range_index_remove(struct iq_range_index *index, uint64_t base);

/* In order of address. */
IQ_NONNULL_ARG(1)
void iq_range_index_visit(const struct iq_range_index *index,
                          void (*visit)(void *user, const struct iq_range_record *record),
                          void *user);

#endif
