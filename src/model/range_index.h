/* Live ranges by address: records stand in small leaves, next to their keys, and a table leads from
 * an address to the record that holds it, so that a look-up among a million ranges takes two cache
 * lines.  The leaf is asked where the table leads to another record, the tree of leaves where it
 * does not know.
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
    struct iq_range_leaf *next;                   /* from .bound on; of spare ones: another one */
    uint64_t key[IQ_RANGE_LEAF];                  /* in order; IQ_RANGE_NO_KEY: no more */
    struct iq_range_record record[IQ_RANGE_LEAF]; /* of one that is not used .size is 0 */
} __attribute__((aligned(64)));
#define IQ_RANGE_NO_KEY UINT64_MAX

/* Where to begin to look: by address >> .shift.  Filled by whoever looks. */
struct iq_range_table {
    uint32_t shift, bits;
    uint64_t mask; /* of .bits */
    /* atomic; a record, with its number in its leaf in the low bits, maybe an old one; 0: not
     * known */
    uintptr_t place[];
};
#define IQ_RANGE_NUMBER ((uintptr_t)7)

struct iq_range_index {
    struct iq_range_table *table; /* atomic; NULL: never a range, or no memory */
    struct iq_sorted_map leaves;  /* by .low */
    struct iq_range_leaf *spare;
    size_t leaf_count, entries;
};

/* The table leads to [leaf] (NULL: nowhere), which is not the one that [address] belongs to: that
 * one; NULL: there is none at all. */
struct iq_range_leaf *iq_range_index_walk(const struct iq_range_index *index,
                                          struct iq_range_table *table, struct iq_range_leaf *leaf,
                                          uint64_t address);
/* As iq_range_index_floor; if the record holds [address], the table leads to it afterwards. */
struct iq_range_record *iq_range_index_search(const struct iq_range_index *index, uint64_t address);
/* The last record that begins before a leaf from [low] on; NULL: there is none. */
struct iq_range_record *iq_range_index_before(const struct iq_range_index *index, uint64_t low);

static inline uintptr_t *iq_range_place_in(struct iq_range_table *table, uint64_t address)
{
    uint64_t page = address >> table->shift;
    return &table->place[(page ^ page >> table->bits) & table->mask];
}

/* NULL if [place] is 0. */
static inline struct iq_range_record *iq_range_record_at(uintptr_t place)
{
    return (struct iq_range_record *)(place & ~IQ_RANGE_NUMBER);
}
static inline struct iq_range_leaf *iq_range_leaf_at(uintptr_t place)
{
    struct iq_range_record *first = iq_range_record_at(place) - (place & IQ_RANGE_NUMBER);
    return place ? (void *)((char *)first - offsetof(struct iq_range_leaf, record)) : NULL;
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
        table
            ? iq_range_leaf_at(__atomic_load_n(iq_range_place_in(table, address), __ATOMIC_ACQUIRE))
            : NULL;
    const volatile struct iq_range_leaf *seen = leaf;
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

/* If no two records overlap: the one that holds [address], if the table leads to it.  NULL: ask
 * iq_range_index_search. */
IQ_RACY __attribute__((unused)) static struct iq_range_record *iq_range_index_at_once(
    const struct iq_range_index *index, uint64_t address)
{
    struct iq_range_table *table = __atomic_load_n(&index->table, __ATOMIC_ACQUIRE);
    struct iq_range_record *record =
        table ? iq_range_record_at(
                    __atomic_load_n(iq_range_place_in(table, address), __ATOMIC_ACQUIRE))
              : NULL;
    const volatile struct iq_range_record *seen = record;
    return __builtin_expect(record && address - seen->base < seen->size, 1) ? record : NULL;
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
