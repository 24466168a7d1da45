// link: checker -lzstd -llz4
/* The index of live ranges against a plain list, whatever is added and removed in which order. */
#include <stdlib.h>

#include "model/range_index.h"
#include "test.h"

enum { MOST = 6000, LARGEST = 16 };
/* No two ranges overlap, since all begin at multiples of 16 or 24; 0: unknown. */
static uint64_t size_of(uint64_t base) { return (base >> 4) % (LARGEST + 1); }
static uint64_t bases[MOST]; /* in order */
static size_t count;

static size_t lower_bound(uint64_t address)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (bases[middle] < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void add(struct iq_range_index *index, uint64_t base)
{
    size_t at = lower_bound(base);
    if (count == MOST || (at < count && bases[at] == base))
        return;
    memmove(bases + at + 1, bases + at, (count - at) * sizeof *bases);
    bases[at] = base;
    count++;
    struct iq_range_record record = { .base = base, .size = size_of(base) };
    CHECK_INT(iq_range_index_add(index, &record), 0);
}

static void remove_at(struct iq_range_index *index, size_t at)
{
    iq_range_index_remove(index, bases[at]);
    memmove(bases + at, bases + at + 1, (count - at - 1) * sizeof *bases);
    count--;
}

static const struct iq_range_record *holder(const struct iq_range_index *index, uint64_t address)
{
    const struct iq_range_record *record = iq_range_index_at_once(index, address);
    return record ? record : iq_range_index_search(index, address);
}

static void check_floor(const struct iq_range_index *index, uint64_t address)
{
    size_t at = lower_bound(address);
    if (at == count || bases[at] != address)
        at--;                           /* the one before, if there is one */
    for (int way = 0; way < 3; way++) { /* the second look knows what the first one has found out */
        const struct iq_range_record *record =
            way ? holder(index, address) : iq_range_index_floor(index, address);
        if (at == (size_t)-1)
            CHECK(!record);
        else
            CHECK(record && record->base == bases[at] && record->size == size_of(bases[at]));
    }
}

static size_t visited;
static void visit(void *user, const struct iq_range_record *record)
{
    (void)user;
    CHECK(visited < count && record->base == bases[visited]);
    visited++;
}

static uint64_t seed = 7;
static uint64_t next_random(void)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return seed >> 20;
}

/* Addresses near those that are there, and anywhere. */
static void check_all(const struct iq_range_index *index)
{
    CHECK_INT(index->entries, count);
    visited = 0;
    iq_range_index_visit(index, visit, NULL);
    CHECK_INT(visited, count);
    for (size_t i = 0; i < count; i++) {
        check_floor(index, bases[i]);
        check_floor(index, bases[i] - 1);
        check_floor(index, bases[i] + 17);
    }
    for (int i = 0; i < 200; i++)
        check_floor(index, next_random() << 8 | 1);
    check_floor(index, 0);
    check_floor(index, UINT64_MAX);
}

/* [place] says where the next one goes. */
static void fill_and_empty(uint64_t (*place)(size_t i), size_t most)
{
    struct iq_range_index index = { .table = NULL };
    count = 0;
    check_floor(&index, 5);
    iq_range_index_remove(&index, 5);
    for (size_t i = 0; i < most; i++)
        add(&index, place(i));
    check_all(&index);
    for (size_t i = 0; i < most / 2; i++)
        remove_at(&index, next_random() % count);
    check_all(&index);
    for (size_t i = 0; i < most / 2; i++)
        add(&index, place(most + i));
    check_all(&index);
    while (count)
        remove_at(&index, count % 3 ? 0 : next_random() % count);
    check_all(&index);
    add(&index, place(0));
    check_all(&index);
}

static uint64_t ascending(size_t i) { return 0x7f0000000000 + i * 512; }
static uint64_t descending(size_t i) { return 0x7f0000000000 - i * 4096; }
static uint64_t anywhere(size_t i) { return (i * 0x9e3779b97f4a7c15u) >> 20 << 4; }
static uint64_t near_and_far(size_t i)
{
    return i % 2 ? i * 24 : (uint64_t)1 << (20 + i % 40) | (i * 48 & 0xffff);
}

TEST(floors_are_those_of_a_sorted_list)
{
    const size_t most = REPEATS(4000);
    fill_and_empty(ascending, most);
    fill_and_empty(descending, most);
    fill_and_empty(anywhere, most);
    fill_and_empty(near_and_far, most);
}

/* Small ranges share what the table tells apart, and large ones have many parts of it. */
TEST(holders_are_found_in_ranges_of_all_sizes)
{
    enum { COUNT = 4000, LARGE_BITS = 24, LOOKS = 20 };
    struct iq_range_index index = { .table = NULL };
    for (uint64_t i = 0; i < COUNT; i++) {
        struct iq_range_record record = { .base = i << LARGE_BITS,
                                          .size = i % 3 ? 1 << LARGE_BITS : 100 };
        CHECK_INT(iq_range_index_add(&index, &record), 0);
        for (uint64_t k = 1; k <= 5 && i % 3 == 0; k++) {
            record.base = (i << LARGE_BITS) + k * 112;
            CHECK_INT(iq_range_index_add(&index, &record), 0);
        }
    }
    for (int i = 0; i < COUNT * LOOKS; i++) {
        uint64_t address = next_random() % ((uint64_t)COUNT << LARGE_BITS);
        if ((address >> LARGE_BITS) % 3 == 0)
            address = address >> LARGE_BITS << LARGE_BITS | address % 660;
        CHECK(holder(&index, address) == iq_range_index_floor(&index, address));
    }
}

TEST(what_was_removed_is_not_found_by_the_old_way)
{
    struct iq_range_index index = { .table = NULL };
    count = 0;
    for (size_t i = 0; i < 4000; i++)
        add(&index, ascending(i));
    CHECK(index.table != NULL);
    for (size_t i = 0; i < 4000; i++)
        check_floor(&index, ascending(i) + 1);
    for (size_t i = 0; i < 3000; i++)
        remove_at(&index, 500);
    for (size_t i = 0; i < 4000; i++)
        check_floor(&index, ascending(i) + 1);
}
