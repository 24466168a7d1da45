// link: checker -lzstd -llz4
/* Memory that the program divides itself: what of a copy is in which part. */
#include "model/entry.h"
#include "model/pools.h"
#include "test.h"

enum { BASE = 0x700000 };

static struct iq_call_ref ref(uint64_t number) { return (struct iq_call_ref){ .number = number }; }

static struct iq_range allocation(void)
{
    struct iq_range range = {
        .base = BASE, .size = 0x10000, .kind = IQ_KIND_DEVICE_MEMORY, .created = ref(1)
    };
    CHECK_INT(iq_range_add(&range), 0);
    return range;
}

TEST(only_memory_that_is_known_is_divided)
{
    CHECK(!iq_pools_used);
    CHECK(!iq_pools_add(IQ_POOL_HEAP, 0x100, 64, ref(2)));
    struct iq_range range = allocation();
    CHECK_INT(iq_pools_look(BASE + 8, 64, &range), IQ_POOLS_FINE);
    CHECK_INT(range.base, BASE);
}

TEST(copies_stay_within_a_region)
{
    struct iq_range range = allocation();
    CHECK(iq_pools_add(IQ_POOL_HEAP, BASE, 0x10000, ref(3)));
    CHECK(iq_pools_add(IQ_POOL_REGION, BASE + 0x1000, 0x100, ref(4)));
    CHECK(iq_pools_used);
    CHECK_INT(iq_pools_look(BASE + 0x1000, 0x100, &range), IQ_POOLS_FINE);
    CHECK_INT(range.base, BASE);
    CHECK_INT(iq_pools_look(BASE + 0x1000, 0x101, &range), IQ_POOLS_PAST);
    CHECK(range.base == BASE + 0x1000 && range.size == 0x100);
    iq_pools_resize(BASE + 0x1000, 0x200);
    range = allocation();
    CHECK_INT(iq_pools_look(BASE + 0x1000, 0x101, &range), IQ_POOLS_FINE);
    iq_pools_end_region(BASE + 0x1000, ref(5));
    range = allocation();
    CHECK_INT(iq_pools_look(BASE + 0x1000, 8, &range), IQ_POOLS_GONE);
    CHECK_INT(range.freed.number, 5);
}

TEST(names)
{
    iq_pools_name(BASE + 0x1000, "weights");
    CHECK_STR(iq_pools_name_of(BASE + 0x1000), "weights");
    CHECK(!iq_pools_name_of(BASE + 0x1001));
    iq_pools_name(BASE + 0x1000, NULL);
    CHECK(!iq_pools_name_of(BASE + 0x1000));
}
