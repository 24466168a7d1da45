// link: base
/* The ordered map against a plain list: whatever was removed, a key's floor is the greatest one
 * that is still there. */
#include <stdbool.h>

#include "base/sorted_map.h"
#include "test.h"

enum { KEYS = 6000 };
static bool present[KEYS];
static char values[KEYS];
static size_t entries;

static void set(struct iq_sorted_map *map, uint64_t key)
{
    CHECK_INT(iq_sorted_map_set(map, key * 16, &values[key]), 0);
    entries += !present[key];
    present[key] = true;
}

static void drop(struct iq_sorted_map *map, uint64_t key)
{
    CHECK(iq_sorted_map_remove(map, key * 16) == (present[key] ? &values[key] : NULL));
    entries -= present[key];
    present[key] = false;
}

static void check_floors(const struct iq_sorted_map *map)
{
    char *last = NULL;
    for (uint64_t key = 0; key < KEYS; key++) {
        if (key)
            CHECK(iq_sorted_map_floor(map, key * 16 - 1) == last);
        last = present[key] ? &values[key] : last;
        CHECK(iq_sorted_map_floor(map, key * 16) == last);
    }
    CHECK_INT(map->entries, entries);
}

static size_t visited;
static void visit(void *user, void *value)
{
    CHECK(!*(char **)user || *(char **)user < (char *)value);
    *(char **)user = value;
    visited++;
}

static void check_visit(const struct iq_sorted_map *map)
{
    char *last = NULL;
    visited = 0;
    iq_sorted_map_visit(map, visit, &last);
    CHECK_INT(visited, entries);
}

TEST(a_floor_is_found_past_keys_that_were_removed)
{
    struct iq_sorted_map map = { .count = 0 };
    uint64_t seed = 3;
    for (uint64_t key = 0; key < KEYS; key++)
        set(&map, key);
    check_floors(&map);
    for (uint64_t key = 100; key < KEYS; key++)
        if (key % 1000 > 5)
            drop(&map, key);
    check_floors(&map);
    for (int i = 0; i < REPEATS(40000); i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        uint64_t key = (seed >> 33) % KEYS;
        if (seed >> 32 & 1)
            set(&map, key);
        else
            drop(&map, key);
    }
    check_floors(&map);
    check_visit(&map);
    for (uint64_t key = 0; key < KEYS; key++)
        drop(&map, key);
    check_floors(&map);
    set(&map, 70);
    check_floors(&map);
    check_visit(&map);
}
