// link: checker -lzstd -llz4
/* Ranges of memory: who lies where, who lay there, what a failed free takes back. */
#include <pthread.h>

#include "model/entry.h"
#include "model/range.h"
#include "test.h"

static struct iq_call_ref ref(uint64_t number) { return (struct iq_call_ref){ .number = number }; }

static void put(uint64_t base, uint64_t size, uint64_t number)
{
    struct iq_range range = {
        .base = base, .size = size, .kind = IQ_KIND_DEVICE_MEMORY, .created = ref(number)
    };
    CHECK_INT(iq_range_add(&range), 0);
}

TEST(an_address_finds_its_range)
{
    struct iq_range range;
    put(0x10000, 0x100, 1);
    CHECK(iq_range_find(0x10000, &range) && range.base == 0x10000 && range.created.number == 1);
    CHECK(iq_range_find(0x100ff, &range) && iq_range_holds(&range, 0x100ff));
    CHECK(!iq_range_find(0x10100, &range));
    CHECK(!iq_range_find(0xffff, &range));
    CHECK(iq_range_find_below(0x20000, &range) && range.base == 0x10000);
    CHECK(!iq_range_find_below(0x1000, &range));
    CHECK(!iq_range_find_freed(0x10000, &range));
}

TEST(a_freed_range_is_remembered_until_another_one_lies_there)
{
    struct iq_range range;
    put(0x30000, 0x100, 2);
    CHECK(iq_range_free(0x30000, ref(3)));
    CHECK(!iq_range_free(0x30000, ref(4)));
    CHECK(!iq_range_find(0x30000, &range));
    CHECK(iq_range_find_freed(0x30010, &range) && range.freed.number == 3);
    put(0x30000, 0x80, 5);
    CHECK(iq_range_find(0x30010, &range) && range.created.number == 5);
    CHECK(!iq_range_find(0x30090, &range));
    CHECK(iq_range_free(0x30000, ref(6)));
    CHECK(iq_range_find_freed(0x30010, &range) && range.created.number == 5); /* the youngest */
}

TEST(a_free_that_failed_is_taken_back)
{
    struct iq_range range;
    put(0x40000, 0x100, 7);
    iq_range_free(0x40000, ref(8));
    CHECK(!iq_range_restore(0x40000, 9));
    CHECK(iq_range_restore(0x40000, 8));
    CHECK(iq_range_find(0x40000, &range) && !range.freed.number);
}

TEST(a_split_range_ends_in_parts)
{
    struct iq_range range;
    put(0x48000, 0x400, 30);
    iq_range_split(0x48000); /* at the ends there is nothing to split */
    iq_range_split(0x48400);
    CHECK(iq_range_find(0x48000, &range) && range.size == 0x400);
    iq_range_split(0x48100);
    iq_range_split(0x48200);
    put(0x48100, 0x100, 31);
    CHECK(iq_range_find(0x480ff, &range) && range.base == 0x48000 && range.size == 0x100);
    CHECK(iq_range_find(0x48100, &range) && range.created.number == 31);
    CHECK(iq_range_find(0x48200, &range) && range.base == 0x48200 && range.size == 0x200);
    CHECK_INT(range.created.number, 30);
    CHECK(iq_range_free(0x48000, ref(32)) && iq_range_find(0x483ff, &range));
}

TEST(what_overlaps_is_gone)
{
    struct iq_range range;
    put(0x50000, 0x100, 10);
    put(0x50080, 0x100, 11);
    CHECK(iq_range_find(0x50080, &range) && range.created.number == 11);
    CHECK(!iq_range_find(0x50000, &range));
}

TEST(memory_dies_with_its_context)
{
    struct iq_context *context = iq_context_create(0x10, 0, false, ref(12));
    struct iq_range range = { .base = 0x60000, .size = 64, .context = context, .created = ref(13) };
    range.kind = IQ_KIND_DEVICE_MEMORY;
    CHECK_INT(iq_range_add(&range), 0);
    CHECK(iq_range_find(0x60000, &range));
    iq_context_destroy(context, false, ref(14));
    CHECK(!iq_range_find(0x60000, &range));
    CHECK(iq_range_find_freed(0x60000, &range) && range.freed.number == 14);
}

TEST(the_version_says_whether_an_answer_still_holds)
{
    struct iq_range range;
    uint64_t before, after;
    put(0x70000, 64, 15);
    CHECK(iq_range_find_anew(0x70000, &range, &before) && before == iq_range_version);
    CHECK(!(before & 1));
    put(0x71000, 64, 16);
    CHECK(iq_range_find_anew(0x70000, &range, &after) && after != before);
    iq_range_renew();
    CHECK(iq_range_version != after);
}

static void sum(void *user, const struct iq_range *range)
{
    uint64_t *last = user;
    CHECK(range->base >= *last); /* in order of address */
    *last = range->base;
}

TEST(a_visit_goes_by_address)
{
    uint64_t last = 0, bytes, count, more;
    iq_range_visit(sum, &last);
    CHECK(last >= 0x71000);
    iq_range_totals(&bytes, &count);
    put(0x90000, 1000, 19);
    iq_range_totals(&more, &count);
    CHECK_INT(more, bytes + 1000);
}

static uint64_t spans[8][2];
static uint32_t span_count;

static void keep(void *user, uint64_t base, uint64_t size)
{
    if (base < *(uint64_t *)user || span_count == sizeof spans / sizeof *spans)
        return;
    spans[span_count][0] = base;
    spans[span_count++][1] = size;
}

TEST(neighbours_are_one_span)
{
    uint64_t from = 0x98000;
    put(0x98000, 0x200, 21);
    put(0x98200, 0x100, 22); /* directly behind */
    put(0x98300, 0x80, 23);
    put(0x98400, 0x100, 24); /* behind a gap */
    put(0x98500, 0x100, 25);
    put(0x98600, 0x100, 26);
    CHECK(iq_range_free(0x98500, ref(27)));
    iq_range_visit_spans(keep, &from);
    CHECK_INT(span_count, 3);
    CHECK_INT(spans[0][0], 0x98000);
    CHECK_INT(spans[0][1], 0x380);
    CHECK_INT(spans[1][0], 0x98400);
    CHECK_INT(spans[1][1], 0x100);
    CHECK_INT(spans[2][0], 0x98600);
    CHECK_INT(spans[2][1], 0x100);
}

static bool stop;

static void *look(void *unused)
{
    struct iq_range range;
    (void)unused;
    while (!__atomic_load_n(&stop, __ATOMIC_RELAXED))
        if (iq_range_find(0xa0040, &range) && (range.base != 0xa0000 || range.size != 0x100))
            return (void *)1; /* half of one, half of another */
    return NULL;
}

TEST(readers_never_see_half_a_change)
{
    pthread_t thread;
    void *wrong = NULL;
    pthread_create(&thread, NULL, look, NULL);
    for (uint64_t i = 0; i < 20000; i++) {
        put(0xa0000, 0x100, 100 + 2 * i);
        iq_range_free(0xa0000, ref(101 + 2 * i));
    }
    __atomic_store_n(&stop, true, __ATOMIC_RELAXED);
    pthread_join(thread, &wrong);
    CHECK(!wrong);
}

TEST(a_large_range_is_found_where_others_began_before)
{
    enum { COUNT = 400, KEPT = 16, STEP = 0x1000 };
    struct iq_range range;
    const uint64_t first = 0x90000000;
    for (uint64_t i = 0; i <= COUNT; i++)
        put(first + i * STEP, STEP, 100 + i);
    for (uint64_t i = 0; i < COUNT; i++)
        if (i % KEPT)
            CHECK(iq_range_free(first + i * STEP, ref(600 + i)));
    for (uint64_t i = 0; i < COUNT; i += KEPT)
        put(first + (i + 1) * STEP, (KEPT - 1) * STEP, 2000 + i);
    for (uint64_t i = 0; i < COUNT; i++)
        CHECK(iq_range_find(first + i * STEP + 5, &range) &&
              range.created.number == (i % KEPT ? 2000 + i / KEPT * KEPT : 100 + i));
}
