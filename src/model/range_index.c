#include "model/range_index.h"

#include <string.h>

#include "base/errors.h"
#include "base/hot.h"
#include "base/memory.h"

enum { HOPS = 4 };

static int count_of(const struct iq_range_leaf *leaf)
{
    return iq_range_rank(leaf, IQ_RANGE_NO_KEY - 1);
}

/* The table leads from [address] to a record from now on, unless it leads to one that begins no
 * later and that has a part of what begins like [address]. */
IQ_FAST IQ_RACY static void teach(struct iq_range_table *table, struct iq_range_leaf *leaf,
                                  int number, uint64_t address)
{
    uintptr_t *place = iq_range_place_in(table, address),
              known = __atomic_load_n(place, __ATOMIC_ACQUIRE);
    const volatile struct iq_range_record *old = iq_range_record_at(known);
    uint64_t base = old ? old->base : 0, size = old ? old->size : 0,
             first = address >> table->shift << table->shift;
    bool stays = base <= ((const volatile uint64_t *)leaf->key)[number] && size &&
                 (base >= first || first - base < size);
    if (!stays)
        __atomic_store_n(place, (uintptr_t)&leaf->record[number] | (uintptr_t)number,
                         __ATOMIC_RELEASE);
}

/* The records of [leaf] from [number] on have come to where they are. */
static void teach_from(const struct iq_range_index *index, struct iq_range_leaf *leaf, int number)
{
    for (int i = number; index->table && i < IQ_RANGE_LEAF && leaf->key[i] != IQ_RANGE_NO_KEY; i++)
        teach(index->table, leaf, i, leaf->key[i]);
}

/* The tree knows; and the table, from now on, of all that begins like [address]. */
IQ_COLD static struct iq_range_leaf *ask_tree(const struct iq_range_index *index,
                                              struct iq_range_table *table, uint64_t address)
{
    struct iq_range_leaf *leaf = iq_sorted_map_floor(&index->leaves, address);
    if (table && leaf) {
        uint64_t first = address >> table->shift << table->shift;
        struct iq_range_leaf *begin = iq_sorted_map_floor(&index->leaves, first);
        __atomic_store_n(iq_range_place_in(table, address), (uintptr_t)&begin->record[0],
                         __ATOMIC_RELEASE);
    }
    return leaf;
}

IQ_RACY struct iq_range_leaf *iq_range_index_walk(const struct iq_range_index *index,
                                                  struct iq_range_table *table,
                                                  struct iq_range_leaf *leaf, uint64_t address)
{
    for (int i = 0; i < HOPS && leaf; i++) {
        const volatile struct iq_range_leaf *seen = leaf;
        if (seen->low > address)
            break;
        if (address < seen->bound)
            return leaf;
        leaf = seen->next;
    }
    return ask_tree(index, table, address);
}

/* No leaf but the first is empty. */
IQ_RACY struct iq_range_record *iq_range_index_before(const struct iq_range_index *index,
                                                      uint64_t low)
{
    struct iq_range_leaf *leaf = low ? iq_sorted_map_floor(&index->leaves, low - 1) : NULL;
    int count = leaf ? count_of(leaf) : 0;
    return count ? &leaf->record[count - 1] : NULL;
}

IQ_FAST IQ_RACY struct iq_range_record *iq_range_index_search(const struct iq_range_index *index,
                                                              uint64_t address)
{
    struct iq_range_table *table = __atomic_load_n(&index->table, __ATOMIC_ACQUIRE);
    struct iq_range_record *record = iq_range_index_floor(index, address);
    struct iq_range_leaf *leaf = record && table ? iq_range_leaf_of(index, record->base) : NULL;
    int number = leaf ? (int)(record - leaf->record) : -1;
    if (number >= 0 && number < IQ_RANGE_LEAF)
        teach(table, leaf, number, address);
    return record;
}

/* The widest steps in which nearly no two records begin. */
static uint32_t shift_for(const struct iq_range_index *index)
{
    enum { BITS = 64, FEW_PARTS = 16 };
    size_t together[BITS] = { 0 }, more = 0; /* neighbours in steps of more than so many bits */
    uint64_t before = IQ_RANGE_NO_KEY;
    for (struct iq_range_leaf *leaf = iq_sorted_map_floor(&index->leaves, 0); leaf;
         leaf = leaf->next)
        for (int i = 0, count = count_of(leaf); i < count; i++) {
            together[63 - __builtin_clzll(before ^ leaf->key[i])]++;
            before = leaf->key[i];
        }
    uint32_t shift = 0;
    while (shift < BITS / 2 && (more += together[shift]) <= index->entries / FEW_PARTS)
        shift++;
    return shift;
}

/* A larger table, if there are more ranges than places, in small ones eight times as many; the old
 * one is left behind, since somebody may look at it. */
static void grow_table(struct iq_range_index *index)
{
    enum { ROOMY = 12, SPARE = 3 };
    uint32_t bits = SPARE;
    while (index->entries > (bits <= ROOMY ? (size_t)1 << (bits - SPARE) : (size_t)1 << bits))
        bits++;
    if (index->table && index->table->bits >= bits)
        return;
    struct iq_range_table *table = iq_core_alloc(sizeof *table + (sizeof *table->place << bits));
    if (!table)
        return;
    table->shift = shift_for(index);
    table->bits = bits;
    table->mask = ((uint64_t)1 << bits) - 1;
    for (struct iq_range_leaf *leaf = iq_sorted_map_floor(&index->leaves, 0); leaf;
         leaf = leaf->next)
        for (int i = 0, count = count_of(leaf); i < count; i++)
            teach(table, leaf, i, leaf->key[i]);
    __atomic_store_n(&index->table, table, __ATOMIC_RELEASE);
}

/* Empty, for what begins in [low, bound), before [next]; in the tree. */
static struct iq_range_leaf *new_leaf(struct iq_range_index *index, uint64_t low, uint64_t bound,
                                      struct iq_range_leaf *next)
{
    struct iq_range_leaf *leaf = index->spare;
    if (leaf)
        index->spare = leaf->next;
    else if (!(leaf = iq_core_alloc(sizeof *leaf)))
        return NULL;
    memset(leaf->key, 0xff, sizeof leaf->key);
    leaf->bound = bound;
    leaf->next = next;
    leaf->low = low;
    if (!iq_sorted_map_set(&index->leaves, low, leaf)) {
        index->leaf_count++;
        return leaf;
    }
    leaf->low = IQ_RANGE_NO_KEY;
    leaf->next = index->spare;
    index->spare = leaf;
    return NULL;
}

/* Where to divide the full [leaf], to which [key] is added: the roundest address between two of its
 * ranges.  Keys that only ever grow leave leaves behind that are nearly full. */
static uint64_t divide(const struct iq_range_leaf *leaf, int at, uint64_t key)
{
    enum { LEAST = 2, ALL = IQ_RANGE_LEAF + 1 };
    uint64_t all[ALL], best = 0;
    int most = -1;
    memcpy(all, leaf->key, sizeof leaf->key);
    memmove(all + at + 1, all + at, (size_t)(IQ_RANGE_LEAF - at) * sizeof *all);
    all[at] = key;
    for (int i = LEAST; i < (at < IQ_RANGE_LEAF ? ALL - 1 : ALL); i++) {
        int bit = 63 - __builtin_clzll(all[i - 1] ^ all[i]);
        uint64_t low = all[i] >> bit << bit;
        if (__builtin_ctzll(low) >= most) {
            most = __builtin_ctzll(low);
            best = low;
        }
    }
    return best;
}

/* Makes room in the full [leaf] for [key], its [at]th; returns the leaf that key belongs to then,
 * NULL: out of memory. */
static struct iq_range_leaf *split(struct iq_range_index *index, struct iq_range_leaf *leaf, int at,
                                   uint64_t key)
{
    uint64_t low = divide(leaf, at, key);
    struct iq_range_leaf *right = new_leaf(index, low, leaf->bound, leaf->next);
    if (!right)
        return NULL;
    int stay = iq_range_rank(leaf, low - 1);
    size_t rest = (size_t)(IQ_RANGE_LEAF - stay);
    memcpy(right->key, leaf->key + stay, rest * sizeof *leaf->key);
    memcpy(right->record, leaf->record + stay, rest * sizeof *leaf->record);
    memset(leaf->key + stay, 0xff, rest * sizeof *leaf->key);
    memset(leaf->record + stay, 0, rest * sizeof *leaf->record);
    leaf->bound = low;
    leaf->next = right;
    teach_from(index, right, 0);
    return key < low ? leaf : right;
}

int iq_range_index_add(struct iq_range_index *index, const struct iq_range_record *record)
{
    struct iq_range_leaf *leaf = iq_range_leaf_of(index, record->base);
    if (!leaf && !(leaf = new_leaf(index, 0, UINT64_MAX, NULL)))
        return IQ_ENOMEM;
    int at = iq_range_rank(leaf, record->base), count = count_of(leaf);
    if (count == IQ_RANGE_LEAF) {
        if (!(leaf = split(index, leaf, at, record->base)))
            return IQ_ENOMEM;
        at = iq_range_rank(leaf, record->base);
        count = count_of(leaf);
    }
    memmove(leaf->key + at + 1, leaf->key + at, (size_t)(count - at) * sizeof *leaf->key);
    memmove(leaf->record + at + 1, leaf->record + at, (size_t)(count - at) * sizeof *leaf->record);
    leaf->key[at] = record->base;
    leaf->record[at] = *record;
    index->entries++;
    teach_from(index, leaf, at);
    grow_table(index);
    return 0;
}

/* What the empty [leaf] was for belongs to the one before it. */
static void drop_leaf(struct iq_range_index *index, struct iq_range_leaf *leaf)
{
    struct iq_range_leaf *before = iq_sorted_map_floor(&index->leaves, leaf->low - 1);
    before->bound = leaf->bound;
    before->next = leaf->next;
    iq_sorted_map_remove(&index->leaves, leaf->low);
    leaf->low = IQ_RANGE_NO_KEY;
    leaf->bound = 0;
    leaf->next = index->spare;
    index->spare = leaf;
    index->leaf_count--;
}

void iq_range_index_remove(struct iq_range_index *index, uint64_t base)
{
    struct iq_range_leaf *leaf = iq_range_leaf_of(index, base);
    int at = leaf ? iq_range_rank(leaf, base) - 1 : -1;
    if (at < 0 || leaf->key[at] != base)
        return;
    size_t after = (size_t)(IQ_RANGE_LEAF - 1 - at);
    memmove(leaf->key + at, leaf->key + at + 1, after * sizeof *leaf->key);
    memmove(leaf->record + at, leaf->record + at + 1, after * sizeof *leaf->record);
    leaf->key[IQ_RANGE_LEAF - 1] = IQ_RANGE_NO_KEY;
    memset(&leaf->record[count_of(leaf)], 0, sizeof *leaf->record);
    teach_from(index, leaf, at);
    index->entries--;
    if (leaf->key[0] == IQ_RANGE_NO_KEY && leaf->low)
        drop_leaf(index, leaf);
}

void iq_range_index_visit(const struct iq_range_index *index,
                          void (*visit)(void *user, const struct iq_range_record *record),
                          void *user)
{
    for (const struct iq_range_leaf *leaf = iq_sorted_map_floor(&index->leaves, 0); leaf;
         leaf = leaf->next)
        for (int i = 0, count = count_of(leaf); i < count; i++)
            visit(user, &leaf->record[i]);
}
